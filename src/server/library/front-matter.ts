import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml'
import { isDay } from '#domain/catalogue/catalogue.ts'
import { m } from '#messages/generated/messages.js'

/** The values at the head of a Markdown file, read by name, and the text below them. */
export type FrontMatter = {
  /** One line of text; complains and answers '' where it is missing or anything else. */
  text(key: string, longest?: number): string
  /** A day, `YYYY-MM-DD`. */
  day(key: string): string
  wholeNumber(key: string): number
  /** False where it is not given. */
  yesOrNo(key: string): boolean
  /** Lines of text with their line in the file; none where it is not given. */
  list(key: string, longest?: number): { value: string; line: number }[]
  /** Line of a key in the file; 1 where it is not given. */
  lineOf(key: string): number
  /** Markdown. */
  readonly body: string
}

/**
 * Reads the front matter (YAML 1.2 between two lines `---`) of a file. Each mistake is noted with its line in the file;
 * keys that are not `known` are mistakes. Undefined where there is nothing to read values from.
 */
export function readFrontMatter(
  source: string,
  known: readonly string[],
  complain: (line: number, sentence: string) => void,
): FrontMatter | undefined {
  const lines = source.split(/\r\n|\n|\r/)
  if (lines[0]?.trimEnd() !== '---') {
    complain(1, m.catalogue_front_matter_missing())
    return undefined
  }
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---')
  if (end < 0) {
    complain(1, m.catalogue_front_matter_open())
    return undefined
  }
  const body = lines
    .slice(end + 1)
    .join('\n')
    .replace(/^\n+|\s+$/g, '')
  for (const [index, line] of lines.slice(end + 1).entries())
    if (hasControlCharacters(line.replaceAll('\t', '')))
      complain(end + 2 + index, m.catalogue_body_characters())
  const map = readMap(lines.slice(1, end).join('\n'), complain)
  return map && valuesOf(map, known, body, complain)
}

type Complain = (line: number, sentence: string) => void
type Lined = { map: YAMLMap; lineAt: (node: unknown) => number }

function readMap(yaml: string, complain: Complain): Lined | undefined {
  const counter = new LineCounter()
  const document = parseDocument(yaml, {
    version: '1.2',
    schema: 'core',
    prettyErrors: false,
    lineCounter: counter,
  })
  // the first line of the values is the file's second
  const lineAtOffset = (offset: number) => counter.linePos(offset).line + 1
  const faults = [...document.errors, ...document.warnings]
  for (const { pos, message } of faults)
    complain(
      lineAtOffset(pos[0]),
      m.catalogue_front_matter_syntax({ reason: message.replace(/\.?\s*$/, '') }),
    )
  if (faults.length > 0) return undefined
  if (!isMap(document.contents)) {
    complain(2, m.catalogue_front_matter_no_fields())
    return undefined
  }
  return {
    map: document.contents,
    lineAt: (node) => lineAtOffset((node as Node | undefined)?.range?.[0] ?? 0),
  }
}

function valuesOf(
  { map, lineAt }: Lined,
  known: readonly string[],
  body: string,
  complain: Complain,
): FrontMatter {
  const pairs = new Map(map.items.map((pair) => [isScalar(pair.key) ? String(pair.key.value) : '?', pair]))
  for (const [key, pair] of pairs)
    if (!known.includes(key))
      complain(lineAt(pair.key), m.catalogue_unknown_key({ key, known: known.join(', ') }))
  const lineOf = (key: string) => {
    const pair = pairs.get(key)
    return pair ? lineAt(pair.key) : 1
  }
  const scalar = (key: string): unknown => {
    const pair = pairs.get(key)
    if (!pair) complain(1, m.catalogue_key_missing({ key }))
    return isScalar(pair?.value) ? pair.value.value : undefined
  }
  const line = (key: string, value: unknown, at: number, longest: number): string => {
    if (value === null || (typeof value === 'string' && value.trim() === ''))
      complain(at, m.catalogue_empty({ key }))
    else if (typeof value !== 'string' || hasControlCharacters(value))
      complain(at, m.catalogue_not_a_line({ key }))
    else if (value.length > longest) complain(at, m.catalogue_line_too_long({ key, longest }))
    else return value.trim().normalize('NFC')
    return ''
  }
  const text = (key: string, longest = 200) => {
    const value = scalar(key)
    return pairs.has(key) ? line(key, value, lineOf(key), longest) : ''
  }
  return {
    body,
    lineOf,
    text,
    day(key) {
      const value = text(key)
      if (value !== '' && !isDay(value)) complain(lineOf(key), m.catalogue_not_a_day({ key }))
      return value
    },
    wholeNumber(key) {
      const value = scalar(key)
      if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31) return value
      if (pairs.has(key)) complain(lineOf(key), m.catalogue_not_a_whole_number({ key }))
      return 0
    },
    yesOrNo(key) {
      if (!pairs.has(key)) return false
      const value = scalar(key)
      if (typeof value !== 'boolean') complain(lineOf(key), m.catalogue_not_yes_or_no({ key }))
      return value === true
    },
    list(key, longest = 60) {
      const node = pairs.get(key)?.value
      if (!pairs.has(key) || (isScalar(node) && node.value === null)) return []
      if (!isSeq(node)) {
        complain(lineOf(key), m.catalogue_not_a_list({ key }))
        return []
      }
      const seen = new Set<string>()
      return node.items.flatMap((item) => {
        const at = lineAt(item)
        const value = line(key, isScalar(item) ? item.value : undefined, at, longest)
        if (value !== '' && seen.has(value)) complain(at, m.catalogue_list_repeats({ key, value }))
        if (value === '' || seen.has(value)) return []
        seen.add(value)
        return [{ value, line: at }]
      })
    },
  }
}

/** Also lone surrogates, which the database could not store. */
function hasControlCharacters(text: string): boolean {
  return /[\p{Cc}\p{Cs}]/u.test(text)
}
