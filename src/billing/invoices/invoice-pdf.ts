// An invoice on A4 paper. The same invoice with the same logo is always the same bytes.

import type PDFDocument from 'pdfkit'
import { countryOf } from '../../countries/country.ts'
import type { Logo } from '../../lib/brand/brand.ts'
import { formatDay } from '../../lib/clock.ts'
import { count } from '../../lib/columns.ts'
import { type Invoice, paymentLink } from './invoice.ts'
import type { InvoiceLine } from './invoice-lines.ts'
import { formatMoney, formatPercent } from './money.ts'
import { lastDayOf } from './plan-days.ts'

export async function renderInvoicePdf(invoice: Invoice, picture?: Logo): Promise<Buffer> {
  // It loads fonts: only who draws waits for them.
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: toWinAnsi(`Invoice ${invoice.number}`),
      Author: toWinAnsi(invoice.seller.name),
      // Not the moment of printing, which would make other bytes each time.
      CreationDate: new Date(invoice.invoicedAt),
    },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => document.once('end', resolve))
  drawInvoice(document, invoice, picture)
  document.end()
  await ended
  return Buffer.concat(chunks)
}

type Document = InstanceType<typeof PDFDocument>

const MARGIN = 56
const WIDTH = 595.28 - 2 * MARGIN
const RIGHT = MARGIN + WIDTH
/** The end of the table area; the footer is below. */
const BOTTOM = 841.89 - 90
const FOOT = 841.89 - 56
const LOGO_WIDTH = 160
const LOGO_HEIGHT = 44
const INK = '#1d2530'
const GREY = '#5b6470'
const RULE = '#d5d9df'
const SHADE = '#f2f4f7'
const PLAIN = 'Helvetica'
const BOLD = 'Helvetica-Bold'

/** Where the columns end, and how wide each is. */
const DETAILS = { x: MARGIN + 8, width: 226, align: 'left' } as const
const COLUMNS = [
  DETAILS,
  { x: MARGIN + 240, width: 55, align: 'right' },
  { x: MARGIN + 301, width: 84, align: 'right' },
  { x: MARGIN + 391, width: WIDTH - 399, align: 'right' },
] as const

function drawInvoice(document: Document, invoice: Invoice, picture?: Logo): void {
  const top = picture === undefined ? MARGIN : drawPicture(document, picture)
  let y = Math.max(drawSeller(document, invoice, top), drawFacts(document, invoice))
  y = drawAddressee(document, invoice, y + 34)
  y = drawTableHead(document, y + 30)
  for (const line of invoice.lines) {
    const height = lineHeight(document, line)
    if (y + height > BOTTOM) y = drawTableHead(document, nextPage(document, invoice))
    drawLine(document, line, invoice.currency, y, height)
    y += height
  }
  if (y + TOTALS_HEIGHT > BOTTOM) y = nextPage(document, invoice)
  y = drawTotals(document, invoice, y + 14)
  drawNote(document, invoice, y + 34)
  drawFeet(document, invoice)
}

interface Style {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly align?: 'left' | 'right' | 'center'
  readonly font?: string
  readonly size?: number
  readonly color?: string
  /** Text that is longer than this ends in an ellipsis. */
  readonly height?: number
}

type RowStyle = Omit<Style, 'x' | 'width' | 'align'>

/** Answers where the text ends. */
function write(document: Document, text: string, style: Style): number {
  const { x, y, width, align = 'left', font = PLAIN, size = 9.5, color = INK, height } = style
  const shown = toWinAnsi(text)
  document.font(font).fontSize(size).fillColor(color)
  const options = { width, align, lineGap: 2, ...(height && { height, ellipsis: true }) }
  document.text(shown, x, y, options)
  return y + Math.min(document.heightOfString(shown, { width, lineGap: 2 }), height ?? Infinity)
}

function heightOf(document: Document, text: string, width: number): number {
  return document.font(PLAIN).fontSize(9.5).heightOfString(toWinAnsi(text), { width, lineGap: 2 })
}

/** Above the seller; answers where it ends. */
function drawPicture(document: Document, { content }: Logo): number {
  document.image(Buffer.from(content), MARGIN, MARGIN, { fit: [LOGO_WIDTH, LOGO_HEIGHT] })
  return MARGIN + LOGO_HEIGHT + 10
}

function drawSeller(document: Document, { seller, product }: Invoice, top: number): number {
  const style = { x: MARGIN, width: 270 }
  let y = write(document, seller.name, { ...style, y: top, font: BOLD, size: 17, height: 46 })
  y += 4
  for (const line of seller.address) {
    y = write(document, line, { ...style, y, color: GREY, height: 26 })
  }
  if (seller.taxId === '') return y
  const taxId = `${countryOf(product).taxIdName} ${seller.taxId}`
  return write(document, taxId, { ...style, y, color: GREY, height: 26 })
}

function drawFacts(document: Document, invoice: Invoice): number {
  const x = MARGIN + 290
  const style = { x, width: RIGHT - x }
  const title = invoice.taxBasisPoints > 0 ? countryOf(invoice.product).taxInvoiceTitle : 'Invoice'
  let y = write(document, title, { ...style, y: MARGIN, font: BOLD, size: 17, align: 'right' })
  y += 4
  for (const [name, value] of [
    ['Number', invoice.number],
    ['Date', formatDay(invoice.invoicedAt)],
    ...(invoice.dueAt === undefined ? [] : ([['Due', formatDay(invoice.dueAt)]] as const)),
    ['From', formatDay(invoice.term.start)],
    ['To', formatDay(lastDayOf(invoice.term))],
  ] as const) {
    write(document, name, { ...style, y, width: 70, color: GREY })
    y = write(document, value, { ...style, y, align: 'right' })
  }
  return y
}

function drawAddressee(document: Document, { addressee }: Invoice, top: number): number {
  const style = { x: MARGIN, width: 300 }
  let y = write(document, 'Billed to', { ...style, y: top, font: BOLD, size: 8.5, color: GREY }) + 2
  for (const line of addressee.lines) y = write(document, line, { ...style, y, height: 26 })
  const color = addressee.lines.length === 0 ? INK : GREY
  return write(document, addressee.email, { ...style, y, color, height: 26 })
}

const HEAD_HEIGHT = 22

function drawTableHead(document: Document, y: number): number {
  document.rect(MARGIN, y, WIDTH, HEAD_HEIGHT).fill(SHADE)
  const texts = ['Description', 'Quantity', 'Unit price', 'Amount']
  writeRow(document, texts, { y: y + 7, font: BOLD, size: 8.5, color: GREY })
  return y + HEAD_HEIGHT
}

function writeRow(document: Document, texts: readonly string[], style: RowStyle): void {
  for (const [at, column] of COLUMNS.entries()) {
    write(document, texts[at] ?? '', { ...column, ...style })
  }
}

const LINE_PADDING = 8
const LINE_PADDING_BELOW = 4

function lineHeight(document: Document, { details }: InvoiceLine): number {
  return heightOf(document, details, DETAILS.width) + LINE_PADDING + LINE_PADDING_BELOW
}

function drawLine(
  document: Document,
  line: InvoiceLine,
  currency: string,
  top: number,
  height: number,
): void {
  const money = [line.unitMinor, line.subtotalMinor].map((minor) => formatMoney(minor, currency))
  const texts = [line.details, count(line.quantity), ...money]
  writeRow(document, texts, { y: top + LINE_PADDING })
  rule(document, MARGIN, top + height)
}

const TOTALS_HEIGHT = 90

function drawTotals(document: Document, invoice: Invoice, top: number): number {
  const x = MARGIN + 260
  const width = RIGHT - x - 8
  const tax = `${countryOf(invoice.product).taxName} ${formatPercent(invoice.taxBasisPoints)}`
  let y = top
  const row = (name: string, minor: number, style: Partial<Style> = {}) => {
    write(document, name, { x: x + 8, width: 110, y, ...style })
    const money = formatMoney(minor, invoice.currency)
    y = write(document, money, { x, width, y, align: 'right', ...style }) + 5
  }
  if (invoice.taxBasisPoints > 0) {
    row('Net', invoice.netMinor, { color: GREY })
    row(tax, invoice.taxMinor, { color: GREY })
    rule(document, x, y + 1)
    y += 8
  }
  row(`Total (${invoice.currency})`, invoice.totalMinor, { font: BOLD, size: 12 })
  return y
}

/** How to pay: the seller's own words, then the link. */
function drawNote(document: Document, invoice: Invoice, y: number): void {
  const link = paymentLink(invoice)
  const payment = link === undefined ? '' : `Pay online: ${link}`
  const notes = [invoice.seller.note, payment].filter((note) => note !== '')
  if (notes.length === 0) return
  const height = notes.reduce((all, note) => all + heightOf(document, note, WIDTH), 0)
  // What does not fit any more goes to a page of its own.
  let top = y + height > BOTTOM ? nextPageTop(document) : y
  for (const note of notes) {
    const end = write(document, note, { x: MARGIN, y: top, width: WIDTH })
    if (link !== undefined && note === payment) document.link(MARGIN, top, WIDTH, end - top, link)
    top = end
  }
}

function nextPage(document: Document, { number, seller }: Invoice): number {
  const y = nextPageTop(document)
  const half = { y, width: WIDTH / 2, height: 14 }
  write(document, seller.name, { ...half, x: MARGIN, font: BOLD })
  const title = `Invoice ${number}, continued`
  return (
    write(document, title, { ...half, x: MARGIN + WIDTH / 2, align: 'right', color: GREY }) + 14
  )
}

function nextPageTop(document: Document): number {
  document.addPage()
  return MARGIN
}

function drawFeet(document: Document, { number, seller }: Invoice): void {
  const { count } = document.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page)
    // Else text below the margin would begin another page.
    document.page.margins.bottom = 0
    rule(document, MARGIN, FOOT - 10)
    const style = { y: FOOT, width: WIDTH / 2, size: 8, color: GREY, height: 12 }
    write(document, `Invoice ${number} · ${seller.name}`, { ...style, x: MARGIN })
    const place = `Page ${page + 1} of ${count}`
    write(document, place, { ...style, x: MARGIN + WIDTH / 2, align: 'right' })
  }
}

function rule(document: Document, x: number, y: number): void {
  document.moveTo(x, y).lineTo(RIGHT, y).lineWidth(0.7).strokeColor(RULE).stroke()
}

// The letters of Windows-1252 above Latin-1, in which those fonts are encoded.
const WINDOWS_1252 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'

// Each letter, and what is written for it.
const NEAREST = new Map(
  'ŁL łl ĐD đd ĦH ħh ıi ŋng ŊNG ẞSS −- ‐- ‑-'
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)] as const),
)

/** Text for the fonts of every PDF reader: accents that they lack are dropped, other scripts are question marks. */
export function toWinAnsi(text: string): string {
  return [...text.normalize('NFC')].map(nearest).join('')
}

function nearest(letter: string): string {
  if (isPrintable(letter)) return letter
  const code = letter.codePointAt(0) ?? 0
  // Controls, and the separators of lines and paragraphs.
  if (code < 0x20 || (code >= 0x7f && code < 0xa0) || /[\u2028\u2029]/.test(letter)) return ' '
  const known = NEAREST.get(letter)
  if (known !== undefined) return known
  const bare = [...letter.normalize('NFKD')].filter((part) => !/\p{Mark}/u.test(part))
  if (bare.length === 0) return ''
  return bare.map((part) => (isPrintable(part) ? part : (NEAREST.get(part) ?? '?'))).join('')
}

function isPrintable(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0
  return (
    (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff) || WINDOWS_1252.includes(letter)
  )
}
