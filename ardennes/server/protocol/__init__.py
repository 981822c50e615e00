"""What page and server say to each other, as Structs: the messages of the socket, the bodies and replies of HTTP.

docs/protocol.md explains them; ``python -m ardennes.server.page_types`` turns them into the page's types.
"""
