// Loaded before all else by every process of a test run: our own code gets the bundled libraries.

import module from 'node:module'
import { pathToFileURL } from 'node:url'

const { folder, files } = JSON.parse(process.env.TEST_LIBRARIES ?? '{}')

// What is installed elsewhere has libraries of its own, and an old Node no such hooks.
if (files !== undefined && module.registerHooks !== undefined) {
  const urls = new Map(
    Object.entries(files).map(([name, file]) => [name, `${pathToFileURL(folder)}/${file}.mjs`]),
  )
  module.registerHooks({
    resolve(specifier, context, next) {
      const url = urls.get(specifier)
      const isOurs = url !== undefined && context.parentURL?.includes('/node_modules/') !== true
      return isOurs ? { url, format: 'module', shortCircuit: true } : next(specifier, context)
    },
  })
}
