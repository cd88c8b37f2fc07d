// Errors for the person who runs the service: a setting, a file, a port. Never a caller's mistake.

/** The message is one sentence and is shown without a stack. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}

export class ImportRefused extends OperatorError {
  override readonly name = 'ImportRefused'
}

/** Done only if somebody says yes to what the message says. */
export class NeedsYes extends OperatorError {
  override readonly name = 'NeedsYes'
}

/** For `catch`: the fallback where there is no such file or folder. */
export function ifMissing<T>(fallback: T): (error: unknown) => T {
  return (error) => {
    if (errorCode(error) === 'ENOENT') return fallback
    throw error
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'the file already exists',
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
}

/** Why a file could not be read or written, for the end of a sentence. */
export function systemReason(error: unknown): string {
  const code = errorCode(error)
  return REASONS[code] ?? `the system says ${code || String(error)}`
}

/** Node's code for a system error, such as `EACCES`; '' if it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
