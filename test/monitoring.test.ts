// The files for Prometheus and Grafana: well formed, and about metrics that there are.
// Covers: deploy/monitoring/**, src/metrics/**

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { startTestService } from './support/running.ts'

const FOLDER = 'deploy/monitoring'
/** What Prometheus itself adds. */
const OF_PROMETHEUS = ['up']

interface Panel {
  readonly title: string
  readonly description: string
  readonly targets: readonly { readonly expr: string }[]
}

const panels: readonly Panel[] = JSON.parse(
  readFileSync(`${FOLDER}/grafana-dashboard.json`, 'utf8'),
).panels
const rules = readRules(readFileSync(`${FOLDER}/alerts.yaml`, 'utf8'))

test('every panel and every alert is about metrics that the service has', async () => {
  await using running = await startTestService()
  const { text } = await running.ask('/metrics')
  const families = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)]
  const known = new Set(OF_PROMETHEUS)
  for (const [, name, kind] of families) {
    if (kind === 'histogram')
      for (const end of ['bucket', 'sum', 'count']) known.add(`${name}_${end}`)
    else known.add(name)
  }
  const used = [...panels.flatMap(({ targets }) => targets), ...rules].flatMap(({ expr }) => {
    const names = metricsIn(expr)
    assert.ok(names.length > 0, expr)
    return names
  })
  assert.deepEqual(
    used.filter((name) => !known.has(name)),
    [],
  )
  const asked = new Set(used.map((name) => name.replace(/_(bucket|sum|count)$/, '')))
  const unseen = families.map(([, name]) => name).filter((name) => !asked.has(name))
  assert.deepEqual(unseen, [], 'every metric is on the dashboard')
})

test('every panel has a description, and every alert an explanation', () => {
  for (const { title, description } of panels) assert.ok(title !== '' && description !== '', title)
  assert.ok(rules.length >= 10)
  for (const rule of rules) {
    assert.match(rule.alert, /^Doorplate[A-Z]\w+$/)
    assert.match(rule.for, /^\d+[smh]$/)
    assert.ok(['page', 'ticket'].includes(rule.severity), rule.alert)
    assert.ok(rule.summary !== '' && rule.description !== '', rule.alert)
    const brackets = (which: RegExp) => rule.expr.match(which)?.length ?? 0
    assert.equal(brackets(/[({[]/g), brackets(/[)}\]]/g), rule.alert)
  }
  assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length)
})

// Words that are neither labels, nor in quotes, nor functions, nor words of the language.
function metricsIn(expr: string): string[] {
  const bare = expr
    .replace(/"[^"]*"|'[^']*'/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replace(/\bby\s*\([^)]*\)/g, '')
    .replace(/\b(and|or|unless)\b/g, '')
  return [...bare.matchAll(/[a-z_]\w*(?!\w*\s*\()/gi)].map(([name]) => name)
}

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly for: string
  readonly severity: string
  readonly summary: string
  readonly description: string
}

// Our rules keep to so little of YAML that these lines are all of it; anything else stops the test.
function readRules(yaml: string): Rule[] {
  const [comment, groups, name, head, ...lines] = yaml.trimEnd().split('\n')
  assert.match(comment, /^# /)
  assert.deepEqual([groups, name, head], ['groups:', '  - name: doorplate', '    rules:'])
  const form = [
    /^ {6}- (alert): (\w+)$/,
    /^ {8}(expr): '([^']+)'$/,
    /^ {8}(for): (\w+)$/,
    /^ {8}labels:$/,
    /^ {10}(severity): (\w+)$/,
    /^ {8}annotations:$/,
    /^ {10}(summary): ([^:#]+)$/,
    /^ {10}(description): ([^:#]+)$/,
  ]
  assert.equal(lines.length % form.length, 0)
  return Array.from({ length: lines.length / form.length }, (_, at) => {
    const members = form.flatMap((pattern, line) => {
      const match = pattern.exec(lines[at * form.length + line])
      assert.ok(match !== null, lines[at * form.length + line])
      return match.length > 1 ? [[match[1], match[2]]] : []
    })
    return Object.fromEntries(members) as Rule
  })
}
