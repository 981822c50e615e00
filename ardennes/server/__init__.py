"""The table in the browser: HTTP and WebSocket, seats behind secret links, games kept in a database."""
