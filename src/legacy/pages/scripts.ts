// The scripts that older pages load, under their file names: each is made of our modules as one classic script.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { noSuchPath } from '../../endpoints/not-offered.ts'
import { makeDocument } from '../../endpoints/pages/document.ts'
import type { Page } from '../../endpoints/pages/page.ts'
import type { Turns } from '../../lib/turns/turns.ts'

interface Script {
  readonly name: RegExp
  readonly render: Page['render']
}

/** A version and `.min` may follow the name: what a page was written for, not what it gets. */
const VERSION = '(-\\d[\\w.]*?)?(\\.min)?\\.js$'

export function scriptPages(turns: Turns): Page[] {
  const components = ['page.js', 'client.js', 'autocomplete.js', 'find.js', 'components.js']
  const scripts: Script[] = [
    script(`^jquery\\.getaddress${VERSION}`, ['page.js', 'client.js', 'jquery-plugin.js'], turns),
    script(`^getaddress(-autocomplete|-find)?(-native)?${VERSION}`, components, turns),
  ]
  return ['/js', '/scripts'].map((folder) => ({
    path: `${folder}/{file}`,
    summary: 'A script of the service that closed, written anew for the pages that still load it',
    render(request, params) {
      const found = scripts.find(({ name }) => name.test(params.file ?? ''))
      if (found === undefined) throw noSuchPath(request.path, '')
      return found.render(request, params)
    },
  }))
}

function script(name: string, files: readonly string[], turns: Turns): Script {
  const build = () => ({
    status: 200,
    contentType: 'text/javascript; charset=utf-8',
    body: `(() => {\n'use strict'\n${files.map(asScript).join('')}})()\n`,
  })
  const pattern = new RegExp(name, 'i')
  return { name: pattern, render: makeDocument(turns, build, () => undefined) }
}

/**
 * The modules come in the order in which they need each other, and share no name that is not exported. Comments that
 * stand on lines of their own stay here.
 */
function asScript(file: string): string {
  return readFileSync(join(import.meta.dirname, file), 'utf8')
    .replace(/^import .*\n/gm, '')
    .replace(/^export /gm, '')
    .replace(/^\s*\/\*\*[\s\S]*?\*\/\n/gm, '')
    .replace(/^\s*\/\/.*\n/gm, '')
}
