// The first part of a list, for the preview.

const PREVIEW_BYTES = 256 * 1024

/** The first part of a file, decompressed, up to its last whole row. @param {Blob} file */
export async function beginning(file) {
  const head = await file.slice(0, PREVIEW_BYTES).arrayBuffer()
  const [first, second] = new Uint8Array(head)
  const isPacked = first === 0x1f && second === 0x8b
  const bytes = isPacked ? await unpacked(file) : new Uint8Array(head)
  const isCut = isPacked ? bytes.length >= PREVIEW_BYTES : file.size > PREVIEW_BYTES
  const end = isCut ? bytes.lastIndexOf(0x0a) + 1 : bytes.length
  return new Blob([bytes.slice(0, end === 0 ? bytes.length : end)])
}

/** @param {Blob} file */
async function unpacked(file) {
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const chunks = []
  let bytes = 0
  while (bytes < PREVIEW_BYTES) {
    const { value } = await reader.read().catch(() => ({ value: undefined }))
    if (value === undefined) break
    chunks.push(value)
    bytes += value.length
  }
  await reader.cancel().catch(() => undefined)
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}
