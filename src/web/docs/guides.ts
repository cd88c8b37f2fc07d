// The guides for moving software here, served from docs/. Error messages link to them.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentPage } from '../../endpoints/pages/document.ts'
import type { Page } from '../../endpoints/pages/page.ts'
import type { Turns } from '../../lib/turns/turns.ts'

const FOLDER = join(import.meta.dirname, '../../../docs')
const GUIDES = ['clients.md', 'moving.md']

const SUMMARY = 'How to move software that was written for the service that closed'

export function guidePages(turns: Turns): Page[] {
  return GUIDES.filter((name) => existsSync(join(FOLDER, name))).map((name) =>
    documentPage(turns, `/docs/${name}`, SUMMARY, () => ({
      status: 200,
      // Browsers show plain text, but download Markdown.
      contentType: 'text/plain; charset=utf-8',
      body: readFileSync(join(FOLDER, name), 'utf8'),
    })),
  )
}
