// A long list as an answer: read page by page and streamed.

import type { Sliced } from '../lib/turns/turns.ts'
import { type Context, free, type Outcome } from './endpoint.ts'

const HEADERS = { 'content-type': 'application/json; charset=utf-8' }

/** The body is the JSON of all rows, as if they had been read at once. A list of one page is sent whole. */
export async function longList<Row>(
  pages: AsyncGenerator<readonly Row[], undefined>,
  show: (row: Row) => unknown,
  { caller, turns, oneAtATime }: Pick<Context, 'caller' | 'turns' | 'oneAtATime'>,
): Promise<Outcome> {
  const { accountId } = caller
  const next = () => oneAtATime.run(accountId, () => pages.next())
  const { value: first = [] } = await next()
  const { value: second } = await next()
  if (second === undefined) return free(first.map(show))
  async function* stream() {
    yield `[${await turns.run(accountId, jsonOf(first, show))}`
    for (let page: typeof second | undefined = second; page !== undefined; ) {
      yield `,${await turns.run(accountId, jsonOf(page, show))}`
      page = (await next()).value
    }
    yield ']'
  }
  return { status: 200, body: '', lookups: 0, file: { headers: HEADERS, stream: stream() } }
}

function* jsonOf<Row>(rows: readonly Row[], show: (row: Row) => unknown): Sliced<string> {
  const shown: string[] = []
  for (const row of rows) {
    shown.push(JSON.stringify(show(row)))
    yield
  }
  return shown.join(',')
}
