// A quick hash of a text that nobody outside can aim, because they do not know the seed.

/** 32 bits. */
export function keyedHash(text: string, seed: number): number {
  let hash = seed
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e3779b1)
    hash ^= hash >>> 15
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
