// What stands in the way of the person who runs the service: a setting, a file, a port. Never a caller's mistake.

/** The message is one sentence for a person; nobody needs a stack with it. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}

/** The file cannot be used. The message is one sentence for the person who started the import. */
export class ImportRefused extends OperatorError {
  override readonly name = 'ImportRefused'
}

/** The system's word for what failed, such as `EACCES`. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
