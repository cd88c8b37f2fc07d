// The entry point: checks the Node version before anything that needs it is loaded, then runs the command line.

import module from 'node:module'

const [major, minor] = process.versions.node.split('.').map(Number)

if (major < 24 || (major === 24 && minor < 15)) {
  process.stderr.write(
    `Doorplate needs Node 24.15 or newer, and this is ${process.versions.node}. ` +
      'Run it through npm (`npm start`), which brings its own Node.\n',
  )
  process.exitCode = 1
} else {
  // Halves the time that a command takes to begin; Node keeps the cache in the system's temporary folder.
  module.enableCompileCache()
  const { runCli } = await import('./cli.ts')
  process.exitCode = await runCli(process.argv.slice(2))
}
