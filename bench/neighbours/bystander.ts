// A process that has nothing to do with the service: what its callers take from the machine, victims feel as well.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

process.on('disconnect', () => process.exit())
const server = createServer((_, reply) => reply.end('{}'))
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
