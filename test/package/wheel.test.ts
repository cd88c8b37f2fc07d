// The wheel of the Python package: installed as pip does it, with the files and checksums that it names.
// Covers: dev/package/wheel.ts

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pythonWheel } from '../../dev/package/wheel.ts'

const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

const folder = mkdtempSync(join(tmpdir(), 'doorplate-wheel-'))
after(() => rmSync(folder, { recursive: true }))
const { name, bytes } = pythonWheel(version)
const path = join(folder, name)
writeFileSync(path, bytes)

/** Python itself unpacks it, and checks each file against the record of the wheel. */
const CHECK = `
import base64, csv, hashlib, importlib.metadata, io, sys, zipfile
path = sys.argv[1]
wheel = zipfile.ZipFile(path)
assert wheel.testzip() is None
record = [name for name in wheel.namelist() if name.endswith("/RECORD")][0]
listed = list(csv.reader(io.StringIO(wheel.read(record).decode())))
assert sorted(row[0] for row in listed) == sorted(wheel.namelist())
for name, checksum, size in listed:
    if name != record:
        digest = base64.urlsafe_b64encode(hashlib.sha256(wheel.read(name)).digest()).decode().rstrip("=")
        assert (checksum, int(size)) == ("sha256=" + digest, len(wheel.read(name))), name
sys.path.insert(0, path)
import doorplate, doorplate.dask
assert doorplate.__file__.startswith(path)
facts = importlib.metadata.metadata("doorplate")
print(facts["Version"], facts["Requires-Python"], "doorplate/py.typed" in wheel.namelist())
`

test('Python reads the wheel, finds every file as its record says, and imports the package from it', () => {
  const output = execFileSync(PYTHON, ['-I', '-B', '-c', CHECK, path], { encoding: 'utf8' })
  assert.equal(output, `${version} >=3.9 True\n`)
  assert.ok(pythonWheel(version).bytes.equals(bytes), 'the same bytes each time')
})

test('pip installs the wheel', { skip: process.env.PACKAGE_LONG !== '1' }, () => {
  const home = join(folder, 'venv')
  execFileSync(PYTHON, ['-m', 'venv', home])
  execFileSync(join(home, 'bin/pip'), ['install', '--quiet', '--no-index', path])
  const call = ['-c', 'import doorplate; print(doorplate.match.__name__)']
  assert.equal(execFileSync(join(home, 'bin/python'), call, { encoding: 'utf8' }), 'match\n')
})

test('a version that the package does not have is not built', () => {
  assert.throws(() => pythonWheel('9.9.9'), /pyproject\.toml is not of 9\.9\.9/)
})
