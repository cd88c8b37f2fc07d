// Holds the shape of the code and what the documents say of it. The rules are in test/architecture/.
// Covers: test/architecture/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  awaitsBehindTests,
  barrelsDefaultsAndGrabBags,
  quaintNames,
  searchFilesWithIo,
  strayMakersOfProblems,
  strayReadsOfEnvironmentAndTime,
} from './architecture/content-rules.ts'
import { codesIn, straysOfCountries } from './architecture/country-rules.ts'
import { emptyClaims, testsOfNothing, uncoveredSources } from './architecture/coverage-rules.ts'
import {
  missingPaths,
  missingPathsInComments,
  tableInDocument,
  translatedPhrases,
  wideProse,
} from './architecture/document-rules.ts'
import { exportsForTestsAlone, unusedExports } from './architecture/export-rules.ts'
import {
  browserCodeThatImportsMore,
  cycles,
  faultsOfTheTable,
  importsAgainstTheTable,
  neighboursBothWays,
} from './architecture/import-rules.ts'
import { regexesIn } from './architecture/regex-literals.ts'
import { isSlow, slowRegexes } from './architecture/regex-rules.ts'
import {
  fullFolders,
  longFiles,
  longFunctions,
  longMedian,
  unclearFirstLines,
  wideComments,
} from './architecture/size-rules.ts'

/** Each rule names what breaks it; nothing does. */
const RULES: Readonly<Record<string, () => readonly string[]>> = {
  'every room is in the table of layers, and imports none above it': faultsOfTheTable,
  'a room imports only what the table of layers allows': importsAgainstTheTable,
  'rooms that stand side by side import one way': neighboursBothWays,
  'no file imports itself by a detour': cycles,
  'what runs in browsers imports only what browsers are served': browserCodeThatImportsMore,
  'no file is longer than a person can hold in mind': longFiles,
  'no function is longer than a screen': longFunctions,
  'most files are short': longMedian,
  'a folder fits on one screen': fullFolders,
  'comments keep to 120 columns': wideComments,
  'the first line of a file says what it is for, and is its only one': unclearFirstLines,
  'only settings/config.ts reads the environment and only lib/clock.ts the time':
    strayReadsOfEnvironmentAndTime,
  'the search engine does no I/O once a release is open': searchFilesWithIo,
  'only access, endpoints and the request path make a Problem': strayMakersOfProblems,
  'what a test file waits for stands before its first test': awaitsBehindTests,
  'names are plain words': quaintNames,
  'nothing that people read sounds translated': translatedPhrases,
  'a country is named by its declaration, its importers and its endpoints alone': straysOfCountries,
  'there are no barrels, no default exports and no grab-bag files': barrelsDefaultsAndGrabBags,
  'every export is imported by another file': unusedExports,
  'nothing is kept for its test alone': exportsForTestsAlone,
  'a test stands where its source stands, or says what it covers': testsOfNothing,
  'what a test says to cover is there, and the test reaches it': emptyClaims,
  'every source is covered by a test, or excused with a reason': uncoveredSources,
  'every path that a document names is there': missingPaths,
  'every file that a comment names is there': missingPathsInComments,
  'documents keep to 120 columns': wideProse,
  'no regular expression takes more than linear time, unless its input is short': slowRegexes,
}

for (const [promise, broken] of Object.entries(RULES)) {
  test(promise, () => assert.deepEqual(broken(), []))
}

test('ARCHITECTURE.md has the table of rooms that the imports are held to', () => {
  const { written, expected } = tableInDocument()
  assert.equal(written, expected)
})

test('an expression that takes more than linear time is known, also where only its search from anywhere does', () => {
  for (const slow of [
    '/(a+)+b/',
    '/a+a+b/',
    '/\\d.*\\p{L}{2}/u',
    '/a+b/',
    '/\\s+$/',
    '/^(?:a|a)*b/',
  ]) {
    assert.ok(isSlow(slow), slow)
  }
  for (const quick of ['/^a+b/', '/a{1,5}b/', '/\\p{L}{2}/u', '/(?<!\\s)\\s+$/', '/[^a]+/g']) {
    assert.ok(!isSlow(quick), quick)
  }
})

test('a country is seen as a text, a key, a member, a declaration and a hidden test, not in a domain or a comment', () => {
  const named = ["product === 'au'", "case 'nz':", '{ uk: 1 }', 'au?: string', 'searches.uk.get()']
  const hidden = ['if (streets.postcode.length === 0)', "import { UK } from '../countries/uk.ts'"]
  for (const source of [...named, ...hidden]) assert.equal(codesIn(source), 1, source)
  for (const source of ["'shop.co.uk'", '// product `au`: text', 'AU.product', "'./names-au.ts'"]) {
    assert.equal(codesIn(source), 0, source)
  }
})

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: these are texts of a source.
test('regular expressions are found among divisions, texts, templates and comments', () => {
  const source = [
    'const half = count / 2 / x // no /a/ here',
    '/* nor /b/ */ const first = /c/.test(text) ? /[/]d/g : `/e/ ${text.replace(/f\\//u, "/g/")} /h/`',
    'return /i/\n}\n/j/.exec(list[0] / 3 / (4) / 5)',
    'const made = new RegExp(`k${`l`}`, "g")',
  ].join('\n')
  assert.deepEqual(
    regexesIn(source).map(({ text }) => text),
    ['/c/', '/[/]d/g', '/f\\//u', '/i/', 'new RegExp(`k${`l`}`, "g")'],
  )
})
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: see above.
