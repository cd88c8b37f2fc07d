// Node's HTTP module, asked for in the way that does not load its client of fetch and WebSocket, as an import does.

export const http = process.getBuiltinModule('node:http')
