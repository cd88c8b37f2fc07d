// The look of every mail: the same facts in text and HTML, nothing from outside, nothing that a value could break.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailBody } from '../../src/mail/layout.ts'

const CONTENT = {
  title: 'Invoice 1042',
  paragraphs: ['Thank you. Your invoice of 14 March is attached as a PDF, and can be opened here.'],
  facts: [
    ['Number', '1042'],
    ['Amount', '£12.50'],
  ],
  action: { label: 'Open the invoice', url: 'https://example.com/invoices/1042?a=1&b=2' },
} as const

test('text and HTML tell the same', () => {
  const { text, html } = mailBody(CONTENT)
  for (const part of ['Invoice 1042', 'Number', '1042', '£12.50', 'Open the invoice']) {
    assert.ok(text.includes(part), part)
    assert.ok(html.includes(part), part)
  }
  assert.ok(text.includes('\nhttps://example.com/invoices/1042?a=1&b=2\n'))
  assert.ok(html.includes('href="https://example.com/invoices/1042?a=1&amp;b=2"'))
})

test('what a person typed is never read as HTML', () => {
  const evil = `<img src=x onerror=alert(1)>"'&`
  const { html } = mailBody({
    title: evil,
    paragraphs: [evil],
    facts: [[evil, evil]],
    action: { label: evil, url: `https://example.com/${evil}` },
  })
  assert.ok(!html.includes('<img'))
  assert.ok(!html.includes(`"'&`))
})

test('a mail loads nothing from anywhere', () => {
  const { html } = mailBody(CONTENT)
  assert.doesNotMatch(html, /<(img|link|script|iframe)\b|url\(|@import/i)
})

test('text lines are short, and an address is never broken', () => {
  const url = `https://example.com/${'x'.repeat(120)}`
  const { text } = mailBody({
    title: 'A mail',
    paragraphs: ['word '.repeat(60), `Go to ${url} now.`],
  })
  for (const line of text.split('\n')) {
    assert.ok(line.length <= 72 || line.includes(url), line)
  }
  assert.ok(text.includes(url))
})
