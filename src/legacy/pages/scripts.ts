// The scripts that older pages load, under their file names: each is made of our modules as one classic script.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { noSuchPath } from '../../endpoints/not-offered.ts'
import { makeDocument, withoutComments } from '../../endpoints/pages/document.ts'
import type { Page } from '../../endpoints/pages/page.ts'
import type { Turns } from '../../lib/turns/turns.ts'

const SHARED = ['page.js', 'client.js', 'postcode-box.js']
const BOXES = [...SHARED, 'autocomplete.js', 'find.js']

/** A version and `.min` may follow the name: what a page was written for, not what it gets. */
const SCRIPTS: readonly (readonly [name: RegExp, files: readonly string[]])[] = [
  [/^jquery\.getaddress(-\d[\w.]*?)?(\.min)?\.js$/i, [...SHARED, 'jquery-plugin.js']],
  [/^getaddress(-autocomplete|-find)(-native)?(-\d[\w.]*?)?(\.min)?\.js$/i, BOXES],
  [
    /^getaddress(-location|-typeahead)?(-native)?(-\d[\w.]*?)?(\.min)?\.js$/i,
    [...BOXES, 'location.js'],
  ],
]

export function scriptPages(turns: Turns): Page[] {
  const scripts = SCRIPTS.map(([name, files]) => {
    const build = () => scriptOf(files)
    return { name, render: makeDocument(turns, build, () => undefined) }
  })
  return ['/js', '/scripts'].map((folder) => ({
    path: `${folder}/{file}`,
    summary: 'A script of the service that closed, written anew for the pages that still load it',
    render(request, params) {
      const found = scripts.find(({ name }) => name.test(params.file ?? ''))
      if (found === undefined) throw noSuchPath(request.path, '')
      return found.render(request)
    },
  }))
}

/** The modules come in the order in which they need each other, and share no name that is not exported. */
function scriptOf(files: readonly string[]) {
  const modules = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  const text = modules.join('').replace(/^(?:import .*\n|export )/gm, '')
  return {
    status: 200,
    contentType: 'text/javascript; charset=utf-8',
    body: `(() => {\n'use strict'\n${withoutComments(text)}})()\n`,
  }
}
