// What a reader sees in a PDF that the service drew.

import { inflateSync } from 'node:zlib'

/** What stands on each page: the strings that its stream shows, one a line. */
export function pdfTexts(pdf: Buffer): string[] {
  const pages: string[] = []
  const text = pdf.toString('latin1')
  for (const match of text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)) {
    const stream = inflateSync(Buffer.from(match[1], 'latin1')).toString('latin1')
    const shown = [...stream.matchAll(/\[([^\]]*)\] TJ/g)].map(([, parts]) =>
      [...parts.matchAll(/<([0-9a-f]*)>/g)]
        .map(([, hex]) => Buffer.from(hex, 'hex').toString('latin1'))
        .join(''),
    )
    pages.push(shown.join('\n'))
  }
  return pages
}
