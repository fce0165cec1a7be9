import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml'
import { type PublishingDate, parsePublishingDate } from '#domain/catalogue/publishing-date.ts'
import {
  hasControlCharacters,
  type LineFault,
  lineFault,
  lineLimits,
  storedBody,
  storedLine,
} from '#domain/catalogue/write/item-text.ts'
import { m } from '#messages/generated/messages.js'

/**
 * Reads the front matter of a file (YAML 1.2 between two lines `---`) with `read`. Each mistake is reported with its
 * line in the file, including keys that `read` does not use. Undefined without usable front matter.
 */
export function readFrontMatter<Result>(
  source: string,
  complain: (line: number, sentence: string) => void,
  read: (values: FrontMatter) => Result,
): Result | undefined {
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
  const body = storedBody(lines.slice(end + 1).join('\n'))
  for (const [index, line] of lines.slice(end + 1).entries())
    if (hasControlCharacters(line.replaceAll('\t', '')))
      complain(end + 2 + index, m.catalogue_body_characters())
  const map = readMap(lines.slice(1, end).join('\n'), complain)
  if (!map) return undefined
  const values = new FrontMatter(map, body, complain)
  const result = read(values)
  values.complainOfOthers()
  return result
}

type Complain = (line: number, sentence: string) => void
/** `broken`: lines with invalid YAML. Their content is unknown, so nothing is reported as missing because of them. */
type Lined = { map: YAMLMap; lineAt: (node: unknown) => number; broken: ReadonlySet<number> }
type Pair = YAMLMap['items'][number]

function readMap(yaml: string, complain: Complain): Lined | undefined {
  const counter = new LineCounter()
  const document = parseDocument(yaml, {
    version: '1.2',
    schema: 'core',
    prettyErrors: false,
    lineCounter: counter,
  })
  // front matter starts at line 2 of the file
  const lineAtOffset = (offset: number) => counter.linePos(offset).line + 1
  const mistakes = [...document.errors, ...document.warnings]
  const broken = new Set(mistakes.map(({ pos }) => lineAtOffset(pos[0])))
  const lines = yaml.split('\n')
  for (const { pos, message } of mistakes) {
    const line = lineAtOffset(pos[0])
    complain(
      line,
      colonSentence(lines[line - 2] ?? '') ??
        m.catalogue_front_matter_syntax({ reason: message.replace(/\.?\s*$/, '') }),
    )
  }
  if (!isMap(document.contents)) {
    if (mistakes.length === 0) complain(2, m.catalogue_front_matter_no_fields())
    return undefined
  }
  return {
    map: document.contents,
    lineAt: (node) => lineAtOffset((node as Node | undefined)?.range?.[0] ?? 0),
    broken,
  }
}

/** For a value like `title: State: two counters`, which YAML reads as a nested map. */
function colonSentence(line: string): string | undefined {
  const [, key, value] = /^(\w+):[ \t]+([^"'[{|>&*!#%@`\s].*:(?:[ \t].*)?)$/.exec(line.trimEnd()) ?? []
  if (key === undefined || value === undefined) return undefined
  return m.catalogue_front_matter_colon({ example: `${key}: "${value.replaceAll('"', '\\"')}"` })
}

type LinedValue = { readonly value: string; readonly line: number }

/** The front matter of a Markdown file, read by key, and the text below it. */
export class FrontMatter {
  /** Markdown. */
  readonly body: string
  readonly #pairs: ReadonlyMap<string, Pair>
  readonly #lineAt: Lined['lineAt']
  readonly #complain: Complain
  readonly #broken: boolean
  /** The keys that were read. */
  readonly #known = new Set<string>()

  constructor({ map, lineAt, broken }: Lined, body: string, complain: Complain) {
    this.body = body
    this.#pairs = new Map(map.items.map((pair) => [isScalar(pair.key) ? String(pair.key.value) : '?', pair]))
    this.#lineAt = lineAt
    this.#broken = broken.size > 0
    this.#complain = (line, sentence) => {
      if (!broken.has(line)) complain(line, sentence)
    }
  }

  /** Reports every key that was not read. */
  complainOfOthers(): void {
    const known = [...this.#known].join(', ')
    for (const [key, pair] of this.#pairs)
      if (!this.#known.has(key))
        this.#complain(this.#lineAt(pair.key), m.catalogue_unknown_key({ key, known }))
  }

  /** Line of a key in the file; 1 where missing. */
  lineOf(key: string): number {
    const pair = this.#pairs.get(key)
    return pair ? this.#lineAt(pair.key) : 1
  }

  /** One line of text; reports a missing or other value and returns ''. */
  text(key: string, longest: number = lineLimits.title): string {
    const value = this.#scalar(key)
    return this.#has(key) ? this.#line(key, value, this.lineOf(key), longest) : ''
  }

  /** A day, or a day with a time; null, and reported, for another value, and where it is missing unless `draft` is true. */
  publishingDate(key: string): PublishingDate | null {
    const draft = this.#pairs.get('draft')?.value
    if (!this.#has(key) && isScalar(draft) && draft.value === true) return null
    const value = this.text(key)
    const date = parsePublishingDate(value)
    if (value !== '' && !date) this.#complain(this.lineOf(key), m.catalogue_not_a_day({ key }))
    return date ?? null
  }

  wholeNumber(key: string): number {
    const value = this.#scalar(key)
    if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31) return value
    if (this.#pairs.has(key)) this.#complain(this.lineOf(key), m.catalogue_not_a_whole_number({ key }))
    return 0
  }

  /** False where missing. */
  yesOrNo(key: string): boolean {
    if (!this.#has(key)) return false
    const value = this.#scalar(key)
    if (typeof value !== 'boolean') this.#complain(this.lineOf(key), m.catalogue_not_yes_or_no({ key }))
    return value === true
  }

  /** The same for a list or a single line of text. */
  oneOrMore(key: string, longest?: number): LinedValue[] {
    const node = this.#pairs.get(key)?.value
    if (!isScalar(node) || node.value === null) return this.list(key, longest)
    const value = this.text(key, longest)
    return value === '' ? [] : [{ value, line: this.#lineAt(node) }]
  }

  /** Lines of text with their line numbers in the file; empty where missing. */
  list(key: string, longest: number = lineLimits.label): LinedValue[] {
    const node = this.#pairs.get(key)?.value
    if (!this.#has(key) || (isScalar(node) && node.value === null)) return []
    if (!isSeq(node)) {
      this.#complain(this.lineOf(key), m.catalogue_not_a_list({ key }))
      return []
    }
    const seen = new Set<string>()
    return node.items.flatMap((item) => {
      const line = this.#lineAt(item)
      const value = this.#line(key, isScalar(item) ? item.value : undefined, line, longest)
      if (value !== '' && seen.has(value)) this.#complain(line, m.catalogue_list_repeats({ key, value }))
      if (value === '' || seen.has(value)) return []
      seen.add(value)
      return [{ value, line }]
    })
  }

  #has(key: string): boolean {
    this.#known.add(key)
    return this.#pairs.has(key)
  }

  #scalar(key: string): unknown {
    this.#known.add(key)
    const pair = this.#pairs.get(key)
    if (!pair && !this.#broken) this.#complain(1, m.catalogue_key_missing({ key }))
    return isScalar(pair?.value) ? pair.value.value : undefined
  }

  /** The value as one line of text; reports anything else and returns ''. */
  #line(key: string, value: unknown, at: number, longest: number): string {
    const line = value === null ? '' : value
    const fault = typeof line === 'string' ? lineFault(line, longest) : 'not-a-line'
    if (fault === undefined) return storedLine(String(line))
    this.#complain(at, lineSentences[fault]({ key, longest }))
    return ''
  }
}

/** Messages of the faults of a line. */
export const lineSentences: Record<LineFault, (about: { key: string; longest: number }) => string> = {
  empty: m.catalogue_empty,
  'not-a-line': m.catalogue_not_a_line,
  'too-long': m.catalogue_line_too_long,
}
