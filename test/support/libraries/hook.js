// Loaded before all else by every process of a test run: modules load in half the time.

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
      const from = context.parentURL
      const isOurs = from?.includes('/node_modules/') !== true
      // Node would look for links and for the nearest package.json, some ten calls for each of 600 modules.
      if (isOurs && specifier[0] === '.' && specifier.endsWith('.ts') && from?.endsWith('.ts')) {
        return {
          url: new URL(specifier, from).href,
          format: 'module-typescript',
          shortCircuit: true,
        }
      }
      const url = urls.get(specifier)
      return isOurs && url !== undefined
        ? { url, format: 'module', shortCircuit: true }
        : next(specifier, context)
    },
  })
}
