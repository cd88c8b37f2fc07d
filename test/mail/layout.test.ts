// The look of every mail: the same facts in text and HTML, nothing from outside, nothing that a value could break.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completeMail, mailBody, SERVICE_URL } from '../../src/mail/layout.ts'

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

test('a mail leaves under the name, the links and the logo of who runs the service', () => {
  const url = `${SERVICE_URL}/console`
  const mail = {
    ...mailBody({ title: 'A', paragraphs: [], action: { label: 'Go', url } }),
    id: 'm',
  }
  const facts = { brand: 'Smith & "Co"', baseUrl: 'https://x.example/?a&b', pictureUrl: 'cid:a&b' }
  const { text, html, id } = completeMail(mail, facts)
  assert.equal(id, 'm')
  assert.ok(text.includes('\n-- \nSmith & "Co"\n'))
  assert.ok(text.includes('Go:\nhttps://x.example/?a&b/console\n'))
  assert.ok(html.includes('Smith &amp; &quot;Co&quot;</td>'))
  assert.ok(html.includes('href="https://x.example/?a&amp;b/console"'))
  assert.ok(html.includes('<img src="cid:a&amp;b" alt=""'))
  const plain = completeMail(mail, { ...facts, pictureUrl: undefined })
  assert.ok(!plain.html.includes('<img'))
  for (const body of [text, html, plain.html]) assert.doesNotMatch(body, /[\u{E000}-\u{F8FF}]/u)
  // Nobody puts our marks into a mail by a text of theirs.
  const evil = mailBody({
    title: '\u{E000}x',
    paragraphs: ['\u{E001}y'],
    facts: [['Name', '\u{E002}z']],
  })
  const done = completeMail(evil, facts)
  assert.equal(done.text.split('Smith').length - 1, 1)
  assert.equal(done.html.split('<img').length - 1, 1)
  assert.ok(!done.text.includes('https://x.example'))
})

test('quotation marks of a value end no attribute, and values stand in one column', () => {
  const { html } = mailBody({
    title: 'A',
    paragraphs: [],
    action: { label: 'Go', url: `https://x.example/"onclick='x'` },
  })
  assert.ok(html.includes('href="https://x.example/&quot;onclick=&#39;x&#39;"'))
  const facts = [
    ['Number', '1'],
    ['Look-ups used', '2\n of 3'],
  ] as const
  const { text } = mailBody({ title: 'A', paragraphs: [], facts })
  assert.ok(text.includes('  Number:        1\n  Look-ups used: 2 of 3\n'))
})
