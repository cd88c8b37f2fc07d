// The guides for people who move their software here, as they stand in docs/: refusals link to them.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '../../endpoints/pages/page.ts'
import { tagged, taggedText } from '../files.ts'

const FOLDER = join(import.meta.dirname, '../../../docs')
const GUIDES = ['clients.md', 'moving.md']

export function guidePages(): Page[] {
  return GUIDES.filter((name) => existsSync(join(FOLDER, name))).map((name) => {
    // As plain text, because browsers show that and save Markdown to disk.
    const text = taggedText(readFileSync(join(FOLDER, name), 'utf8'), 'text/plain; charset=utf-8')
    return {
      path: `/docs/${name}`,
      summary: 'How to point software here that was written for the service that closed',
      render: (request) => tagged(request, text),
    }
  })
}
