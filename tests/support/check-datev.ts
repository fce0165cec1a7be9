/** A column of DATEV's table: whether it is text in quotes, how a value looks, and whether a booking needs it. */
type Rule = { readonly at: number; readonly looks: RegExp; readonly needed?: true }

/**
 * The columns that are filled, counted from 1, by the format description of DATEV's Buchungsstapel, version 13. Amounts have a
 * decimal comma and no sign, dates are DDMM, texts are in double quotes.
 */
const bookingRules: readonly Rule[] = [
  { at: 1, looks: /^(?!0+,00$)\d{1,10},\d{2}$/, needed: true },
  { at: 2, looks: /^"[SH]"$/, needed: true },
  { at: 3, looks: /^"[A-Z]{3}"$/ },
  { at: 7, looks: /^\d{4,9}$/, needed: true },
  { at: 8, looks: /^\d{4,9}$/, needed: true },
  { at: 9, looks: /^"\d{0,4}"$/ },
  { at: 10, looks: /^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])$/, needed: true },
  { at: 11, looks: /^"[A-Za-z0-9$%&*+\-/]{0,36}"$/, needed: true },
  { at: 14, looks: /^"(?:[^"]|""){0,60}"$/ },
  { at: 40, looks: /^"(?:[A-Z]{2}[A-Z0-9+*]{0,13})?"$/ },
  { at: 41, looks: /^\d{2},\d{2}$/ },
  { at: 114, looks: /^[01]$/ },
]

/** The fields of the first line, counted from 1. */
const headRules: readonly Rule[] = [
  { at: 1, looks: /^"EXTF"$/, needed: true },
  { at: 2, looks: /^700$/, needed: true },
  { at: 3, looks: /^21$/, needed: true },
  { at: 4, looks: /^"Buchungsstapel"$/, needed: true },
  { at: 5, looks: /^13$/, needed: true },
  { at: 6, looks: /^20\d{15}$/, needed: true },
  { at: 8, looks: /^"[A-Z]{0,2}"$/ },
  { at: 9, looks: /^"\w{0,25}"$/ },
  { at: 10, looks: /^"\w{0,25}"$/ },
  { at: 11, looks: /^(?:100[1-9]|10[1-9]\d|1[1-9]\d{2}|[2-9]\d{3}|\d{5,7})$/, needed: true },
  { at: 12, looks: /^[1-9]\d{0,4}$/, needed: true },
  { at: 13, looks: /^20\d{2}(?:0[1-9]|1[0-2])01$/, needed: true },
  { at: 14, looks: /^[4-8]$/, needed: true },
  { at: 15, looks: /^20\d{6}$/, needed: true },
  { at: 16, looks: /^20\d{6}$/, needed: true },
  { at: 17, looks: /^"[^"]{0,30}"$/ },
  { at: 18, looks: /^"(?:[A-Z]{2}){0,1}"$/ },
  { at: 19, looks: /^[12]$/ },
  { at: 20, looks: /^(?:0|30|40|50|64)$/ },
  { at: 21, looks: /^[01]$/ },
  { at: 22, looks: /^"EUR"$/ },
  { at: 24, looks: /^""$/ },
  { at: 27, looks: /^"(?:\d{2})?"$/ },
  { at: 30, looks: /^""$/ },
  { at: 31, looks: /^"[^"]{0,16}"$/ },
]

/** Checks a DATEV file by the tables above; returns what is wrong with it, by line. */
export function datevMistakes(bytes: Buffer): string[] {
  const text = new TextDecoder('windows-1252', { fatal: true }).decode(bytes)
  const lines = text.split('\r\n')
  const mistakes: string[] = []
  const wrong = (line: number, what: string) => mistakes.push(`line ${line + 1}: ${what}`)
  if (lines.pop() !== '') wrong(lines.length, 'does not end with CRLF')
  if (/(?<!\r)\n/.test(text)) wrong(0, 'has a line feed alone')
  const [head = '', titles = '', ...bookings] = lines
  check(head, 31, headRules, (what) => wrong(0, what))
  if (titles.split(';').length !== 125) wrong(1, `has ${titles.split(';').length} titles`)
  const [from = '', to = ''] = fieldsOf(head).slice(14, 16)
  bookings.forEach((booking, at) => {
    check(booking, 125, bookingRules, (what) => wrong(at + 2, what))
    const date = fieldsOf(booking)[9] ?? ''
    const days = [from, to].map((day) => day.slice(4))
    const day = date.slice(2) + date.slice(0, 2)
    if (day < String(days[0]) || day > String(days[1])) wrong(at + 2, `${date} is not in the period`)
  })
  return mistakes
}

function check(line: string, count: number, rules: readonly Rule[], wrong: (what: string) => void) {
  const fields = fieldsOf(line)
  if (fields.length !== count) wrong(`has ${fields.length} fields`)
  fields.forEach((field, at) => {
    const rule = rules.find((one) => one.at === at + 1)
    const isEmpty = field === '' || (field === '""' && !rule?.needed)
    if (isEmpty ? rule?.needed : !rule?.looks.test(field)) wrong(`field ${at + 1} is ${field}`)
  })
}

function fieldsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|;)("(?:[^"]|"")*"|[^;"]*)/g)].map(([, field = '']) => field)
}
