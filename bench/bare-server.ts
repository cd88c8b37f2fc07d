// The least that Node can do: sends the same bytes to every request. What the service is measured against.

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [, , bodyFile] = process.argv
const body = readFileSync(bodyFile)

const server = createServer((_request, response) => {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  })
  response.end(body)
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  process.stdout.write(`ready at http://127.0.0.1:${port}\n`)
})
