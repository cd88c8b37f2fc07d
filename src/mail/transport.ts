// How mails leave the service, and the outcomes of a delivery.

export interface Envelope {
  readonly mailId: string
  readonly from: string
  /** The recipients still to be reached; the mail itself names all of them. */
  readonly recipients: readonly string[]
  readonly bytes: Buffer
}

export type Delivery =
  /** Taken for at least one recipient; `deferred` may be tried again, `refused` never. */
  | {
      readonly kind: 'taken'
      readonly deferred: readonly string[]
      readonly refused: readonly string[]
      readonly note: string
    }
  /** To be tried again. `isServer`: any other mail would fail too. */
  | {
      readonly kind: 'deferred'
      readonly recipients: readonly string[]
      readonly isServer: boolean
      readonly note: string
    }
  /** Never: refused for everyone. */
  | { readonly kind: 'refused'; readonly note: string }

/** A failure is a Delivery too; whatever is thrown is a bug. A note has no secrets and is short. */
export interface Transport {
  /** For the start-up line: `smtp.example.com:587` or the folder. */
  readonly name: string
  /** The longest that a delivery can take. */
  readonly deadlineMs: number
  deliver(envelope: Envelope, signal: AbortSignal): Promise<Delivery>
  /** Removes what is older than that. */
  tidy(before: number): Promise<void>
}
