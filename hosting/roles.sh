#!/bin/sh
# Run once by the database's container: the role of workers, which may do next to nothing before `ardennes site migrate`.
psql -v ON_ERROR_STOP=1 -v password="$(cat /run/secrets/work_password)" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
CREATE ROLE work LOGIN PASSWORD :'password';
SQL
