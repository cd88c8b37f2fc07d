// What was typed, without what programs added to it: escapes, names of fields, decimals.

/** Most lines have nothing of it. */
const MAY_BE_MADE =
  /^\d{1,2}[.)] |[#:!&%=<~$\u00A3\u20AC\u00AD\u00B0\u00BA\u200B-\u200F\u2060\u2116\uFEFF]|\d[.,]\d|[A-Za-z]0(?:[A-Za-z]|$)|\d ?[AaPp][Mm]\b|[A-Za-z][ .-][A-Za-z][ .-][A-Za-z]\b/
const ENTITY = /&(?:#(\d{1,5})|#x([\da-f]{1,5})|([a-z]{2,6}));/gi
/** The last of several may be unfinished. */
const BEGUN_ENTITY = /(&#?\w{2,6};[^&]*)&#?\w{0,6}$/
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  nbsp: ' ',
  quot: ' ',
}
/** `<br />`; the last one may be unfinished. */
const TAG = /<\/?[a-z][^<>]{0,80}>|<\/?[a-z]{0,4}$/gi
/** Where a page may divide a word, and the like. */
const UNSEEN = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g
/** `street=13 Smith St&suburb=Kalbarri`, `addr:street=Smith St addr:city=Kalbarri`. */
const FIELD_NAME = /(?:^|[?&;\s])[\w.:-]{1,40}=/g
/** `Street: 13 Smith St Suburb: Kalbarri`; but not `Smith Street: Kalbarri`. */
const FIELD_LABEL =
  /(?:(?:^|[,;|\n] ?|(?<=\d[a-z]? ))(?:street|road)(?: name)?|\b(?:suburb|locality|town|city|state|county|country|post ?code|zip ?code|zip|(?:^\w{1,10} )?address|(?:address )?line ?\d)) ?:/gi
/** `Sold! 13 Smith St`; but Westward Ho! is a place. */
const CALL = /^[^\d!]{2,40}(?<! Ho)! /i
/** `23.0`, as spreadsheets write numbers. */
const DECIMAL = /(\d)\.0+(?![\d.])/g
/** `2,290`; but `Unit 2,290` is a unit and a number. */
const THOUSANDS = /(?<![A-Za-z] ?)(?<![\w,.])([1-9]),(\d{3})(?= [A-Za-z])/g
/** `8 Duke St #5`; before all else it may as well be the number of the house. */
const UNIT_SIGN =
  /(?<=[A-Z)],? ?)(?<!\b(?:LOT|NO|UNIT|FLAT|APT|SUITE|SHOP|ORDER|REF|BOX) ?)#(?=\d{1,3}[A-Z]?\b|\d{4},? [A-Z])/gi
/** `Cr0ss Rd`, as scanners read; a word with other digits is a postcode. */
const ZERO_FOR_LETTER = /\b(?:[A-Z]+0[A-Z]{2,}|[A-Z]{2,}0[A-Z]|[A-Z]{3,}0$)\b/gi
/** `Order 12345: 12 King St`. */
const REFERENCE =
  /^ *(?:order|job|ref|reference|booking|invoice|delivery|customer|account|client|ticket|parcel|inv|wo|case|claim|quote)\b[^\d:,]{0,9}[\w/-]{1,15} ?:/i
/** `1. 12 King St`, `2) Oak Ltd, 12 King St`, in a list. */
const LIST_NUMBER = /^\d{1,2}(?:\. (?=(?:unit |flat )?\d)|\) (?=(?:\D*\s)?\d{1,5}[a-z]? [a-z]{2}))/i
/** `£1,200 pcm`. */
const MONEY = /[$\u00A3\u20AC] ?\d[\d,.]*k?(?: ?(?:p\.?c\.?m|p\.?[wm]|per [a-z]+)\b\.?)?/gi
/** `9am 12 King St`, `12 King St, between 2 and 4.30pm`; `12 am` may go on as Amber Street. */
const TIME =
  /(?:\b(?:at|by|from|after|before|until|between) )?\b(?:\d{1,2}(?:[:.]\d\d)?(?:[ap]m)? ?(?:-|to|and) ?)?\d{1,2}(?:[:.]\d\d)?(?:am| ?pm)\b(?=[ ,-]+\S)/gi
/** `10:30 12 King St`, and never `3:12 King St`. */
const CLOCK = /\b\d{1,2}:[0-5]\d(?=[ ,-]+(?:unit |flat |u)?\d+[a-z]?(?:[/-]\d+[a-z]?)? [a-z]{2})/gi
/** `12 King St, that's K-I-N-G`. */
const SPELT = /(?:, *)?(?:\b(?:that'?s|spelled|spelt) )?\b([a-z](?:[ .-][a-z]){3,19})\b/gi
const NUMBER_SIGN = /\bN[\u00B0\u00BA]\.? ?|\u2116 ?/gi

export function typedText(text: string): string {
  const spaced = withSpaces(text)
  if (!MAY_BE_MADE.test(spaced)) return spaced
  return unescaped(spaced)
    .replace(BEGUN_ENTITY, '$1')
    .replace(ENTITY, (_, digits, hex, name) => entity(digits, hex, name))
    .replace(TAG, ', ')
    .replace(UNSEEN, '')
    .replace(FIELD_NAME, ' ')
    .replace(ZERO_FOR_LETTER, (word) => word.replace('0', 'O'))
    .replace(REFERENCE, '')
    .replace(LIST_NUMBER, '')
    .replace(MONEY, ' ')
    .replace(FIELD_LABEL, ' ')
    .replace(CALL, ' ')
    .replace(TIME, ' ')
    .replace(CLOCK, ' ')
    .replace(SPELT, (all, name, at, line) =>
      bare(line.slice(0, at)).includes(bare(name)) ? ' ' : all,
    )
    .replace(/(\d) ?~ ?(?=\d)/g, '$1-')
    .replace(DECIMAL, '$1')
    .replace(THOUSANDS, '$1$2')
    .replace(UNIT_SIGN, (_, at, line) => (/\d/.test(line.slice(0, at)) ? ' Unit ' : ' '))
    .replace(NUMBER_SIGN, 'No ')
}

const bare = (text: string) => text.toUpperCase().replace(/[^A-Z]/g, '')

/** Decodes `Caf%C3%A9%20Lane`; any other text stays as it is. */
function unescaped(text: string): string {
  if (!/%[\da-f]{2}/i.test(text)) return text
  try {
    // The last one may not have been typed to its end.
    return decodeURIComponent(text.replace(/%[\da-f]?$/i, ''))
  } catch {
    return text
  }
}

function entity(digits: string | undefined, hex: string | undefined, name: string | undefined) {
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? ' '
  const code = digits === undefined ? Number.parseInt(hex ?? '', 16) : Number(digits)
  return String.fromCharCode(code)
}

/** `18AplinRdBonnyrigg`; but what `Unit51Brian` is may be unit 5 at 1. */
function withSpaces(text: string): string {
  if (/[\s,]/.test(text.trimEnd()) || !/\d/.test(text)) return text
  if ((text.match(/[a-z][A-Z]/g) ?? []).length < JOINED_MIN) return text
  return text
    .replace(/([a-z]|\d[A-Z])(?=[A-Z][a-z])/g, '$1 ')
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .replace(/(\d)([A-Z][a-z])/g, '$1 $2')
    .replace(/(?<=[A-Za-z])(?<!^UNIT)(?=\d)/gi, ' ')
}

const JOINED_MIN = 2
