// The calibration of matching as a picture: of those that a confidence was given to, which share is right.

import type { CalibrationBin, MatchScore } from './match-score.ts'

const SIZE = 480
const MARGIN = 60
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1]

/** SVG. A bar reaches over its 95 % interval, a dot is as large as its share of rows. */
export function calibrationPlot({
  calibration,
  calibration_error: error,
  rows,
}: MatchScore): string {
  const all = calibration.reduce((sum, bin) => sum + bin.rows, 0)
  const ticks = TICKS.flatMap((tick) => [
    text(x(tick), SIZE - MARGIN + 20, `${Math.round(tick * 100)}`, 'middle'),
    text(MARGIN - 8, y(tick) + 4, `${Math.round(tick * 100)}`, 'end'),
    line(x(tick), y(0), x(tick), y(1), '#ddd'),
    line(x(0), y(tick), x(1), y(tick), '#ddd'),
  ])
  const title = `${rows} rows, ${(100 * error).toFixed(2)} per cent apart on average`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" font-family="sans-serif" font-size="12">`,
    `<title>Confidence and the share of matches that is right: ${title}</title>`,
    `<rect width="${SIZE}" height="${SIZE}" fill="#fff"/>`,
    ...ticks,
    line(x(0), y(0), x(1), y(1), '#888'),
    ...calibration.flatMap((bin) => mark(bin, all)),
    text(SIZE / 2, MARGIN / 2, title, 'middle'),
    text(SIZE / 2, SIZE - 16, 'confidence, per cent', 'middle'),
    `<g transform="rotate(-90 16 ${SIZE / 2})">${text(16, SIZE / 2, 'right, per cent', 'middle')}</g>`,
    '</svg>\n',
  ].join('\n')
}

function mark({ confidence, right, rows }: CalibrationBin, all: number): string[] {
  const radius = 3 + 9 * Math.sqrt(rows / all)
  return [
    line(x(confidence), y(right.low), x(confidence), y(right.high), '#1f5fa8'),
    `<circle cx="${x(confidence)}" cy="${y(right.share)}" r="${radius.toFixed(1)}" fill="#1f5fa8" fill-opacity="0.6"/>`,
  ]
}

function x(share: number): number {
  return round(MARGIN + share * (SIZE - 2 * MARGIN))
}

function y(share: number): number {
  return round(SIZE - MARGIN - share * (SIZE - 2 * MARGIN))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function line(x1: number, y1: number, x2: number, y2: number, colour: string): string {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${colour}"/>`
}

function text(at: number, from: number, words: string, anchor: string): string {
  return `<text x="${at}" y="${from}" text-anchor="${anchor}">${words}</text>`
}
