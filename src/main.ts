// The entry point: checks the Node version before anything that needs it is loaded, then runs the command line.

import module from 'node:module'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 24 || (major === 24 && minor < 15)) {
  process.stderr.write(
    `Doorplate needs Node 24.15 or newer, and this is ${process.versions.node}. ` +
      'A clone brings its own: `npm ci && npm start`.\n',
  )
  process.exitCode = 1
} else {
  const { changedFile } = await import('./lib/files/checksums.ts')
  // A clone has no checksums: its files are meant to be changed.
  const isPackage = import.meta.filename.endsWith('.mjs')
  const changed = isPackage ? changedFile(import.meta.dirname) : undefined
  if (changed === undefined) await start()
  else {
    process.stderr.write(
      `Doorplate does not start: ${changed} is not as it was released. Install the package again.\n`,
    )
    process.exitCode = 1
  }
}

async function start(): Promise<void> {
  process.stdout.on('error', onOutputFault)
  // There is nowhere left to report that the log cannot be written.
  process.stderr.on('error', () => {})
  // Halves the time that a command takes to begin; Node keeps the cache in the system's temporary folder.
  const { directory } = module.enableCompileCache()
  const { cacheModulesOfThreads } = await import('./settings/config.ts')
  cacheModulesOfThreads(directory)
  const { runCli } = await import('./cli.ts')
  process.exitCode = await runCli(process.argv.slice(2), {
    isWatched: process.stderr.isTTY === true,
    writeOut: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
  })
}

// A reader that has seen enough (`| head`) closes the pipe: a command ends as if it were read, a service serves on.
function onOutputFault({ code }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') return
  process.stderr.write(`doorplate: The output cannot be written (${code}).\n`)
  process.once('exit', () => {
    process.exitCode ||= 1
  })
}
