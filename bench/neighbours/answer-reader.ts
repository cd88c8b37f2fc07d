// Takes the answers apart that arrive on one connection, of any length and however many at once.

interface Answer {
  readonly status: number
  /** 0 where nothing is said. */
  readonly retryAfterSeconds: number
  /** Empty unless bodies are kept. */
  readonly body: string
}

type State = 'head' | 'body' | 'chunk-head' | 'chunk' | 'last-chunk'

const HEAD_END = '\r\n\r\n'
const LINE_END = '\r\n'

export class AnswerReader {
  readonly #keepsBodies: boolean
  #pending: Buffer = Buffer.alloc(0)
  #state: State = 'head'
  /** Bytes of the body, of the chunk or behind the last chunk that are still to come. */
  #left = 0
  #status = 0
  #retryAfterSeconds = 0
  #body: Buffer[] = []

  constructor(keepsBodies: boolean) {
    this.#keepsBodies = keepsBodies
  }

  /** The answers that end with these bytes. */
  *read(bytes: Buffer): Generator<Answer> {
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes])
    while (this.#step()) {
      if (this.#state !== 'head') continue
      const body = Buffer.concat(this.#body).toString()
      this.#body = []
      yield { status: this.#status, retryAfterSeconds: this.#retryAfterSeconds, body }
    }
  }

  /** False where more has to arrive first. An answer is whole when its state is `head` again. */
  #step(): boolean {
    if (this.#state === 'head') return this.#readHead()
    if (this.#state === 'chunk-head') return this.#readChunkHead()
    const taken = this.#pending.subarray(0, this.#left)
    this.#pending = this.#pending.subarray(taken.length)
    this.#left -= taken.length
    if (this.#keepsBodies && this.#state !== 'last-chunk') this.#body.push(Buffer.from(taken))
    if (this.#left > 0) return false
    this.#state = this.#state === 'chunk' ? 'chunk-head' : 'head'
    return true
  }

  #readHead(): boolean {
    const end = this.#pending.indexOf(HEAD_END)
    if (end === -1) return false
    const head = this.#pending.toString('latin1', 0, end)
    this.#pending = this.#pending.subarray(end + HEAD_END.length)
    this.#status = Number(head.slice(9, 12))
    this.#retryAfterSeconds = Number(/\r\nretry-after: (\d+)/i.exec(head)?.[1] ?? 0)
    this.#left = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    this.#state = /\r\ntransfer-encoding: chunked/i.test(head) ? 'chunk-head' : 'body'
    return true
  }

  #readChunkHead(): boolean {
    const end = this.#pending.indexOf(LINE_END)
    if (end === -1) return false
    const bytes = Number.parseInt(this.#pending.toString('latin1', 0, end), 16)
    this.#pending = this.#pending.subarray(end + LINE_END.length)
    this.#left = bytes + LINE_END.length
    this.#state = bytes === 0 ? 'last-chunk' : 'chunk'
    return true
  }
}
