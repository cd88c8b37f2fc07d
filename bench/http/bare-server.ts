// The least that Node can do: sends the same bytes to every request. What the service is measured against.

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

interface Answer {
  /** Names and values in turn: of all forms, the one that Node sends fastest. */
  readonly headers: string[]
  readonly body: string
}

const [answersFile = ''] = process.argv.slice(2)
const answers: readonly Answer[] = JSON.parse(readFileSync(answersFile, 'utf8'))
let next = 0

const server = createServer((_request, response) => {
  const { headers, body } = answers[next] ?? { headers: [], body: '' }
  next = (next + 1) % answers.length
  response.writeHead(200, headers)
  response.end(body, 'latin1')
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  process.stdout.write(`ready at http://127.0.0.1:${port}/\n`)
})
