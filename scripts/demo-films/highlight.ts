import type { Language } from './film.ts'

/**
 * Highlights one line of code: HTML with a span per token. Made for the short excerpts of films, not for every program.
 */
export function highlight(line: string, language: Language): string {
  const rules = grammars[language]
  let html = ''
  let at = 0
  while (at < line.length) {
    const hit = rules
      .map(([name, rule]) => ({ name, text: matchAt(rule, line, at) }))
      .find(({ text }) => text !== '')
    const text = hit?.text ?? line.charAt(at)
    html += hit === undefined ? escapeHtml(text) : `<span class="${hit.name}">${escapeHtml(text)}</span>`
    at += text.length
  }
  return html
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

type Rule = readonly [name: string, rule: RegExp]

const words = (list: string, flags = '') =>
  new RegExp(`(?:${list.trim().split(/\s+/).join('|')})(?![\\w-])`, `y${flags}`)
const string: Rule = ['string', /"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|`(?:\\.|[^`\\])*`?/y]
const number: Rule = ['number', /-?(?:\d[\d_]*)(?:\.\d+)?n?(?:px|rem|fr|ch|ms|s|%)?\b%?/y]
const sign: Rule = ['sign', /[{}()[\];,.:=<>+\-*!?&|@#$~^]+/y]

const grammars: Record<Language, readonly Rule[]> = {
  ts: [
    ['comment', /\/\/.*|\/\*.*?\*\//y],
    ['string', /\/(?:\\.|[^/\s])+\/[a-z]*(?=[,.);\s])/y],
    string,
    [
      'keyword',
      words(
        'const let function return if else for of in new await async yield throw try catch while switch case default type interface extends import export from typeof as satisfies keyof unique void null undefined true false this class static readonly declare infer never',
      ),
    ],
    ['keyword', /function\*|=>/y],
    number,
    ['function', /[a-z_$#][\w$]*(?=\(|`|<[A-Z]\w*>\()/y],
    ['type', /[A-Z]\w*|(?:string|number|boolean|symbol|unknown|any)\b(?!:)/y],
    ['tag', /(?<=<\/?)[a-z]\w*/y],
    ['plain', /[\w$]+/y],
    sign,
  ],
  sql: [
    ['comment', /--.*/y],
    string,
    [
      'keyword',
      words(
        'select from where and or not null is on order by group partition over as insert into values conflict do update set delete create unique index table returning join left using explain analyze begin commit rows between unbounded preceding current row desc asc limit primary key references default check with in true false if exists excluded for when then else end case',
        'i',
      ),
    ],
    ['type', words('bigint integer int text numeric date timestamptz boolean uuid interval', 'i')],
    number,
    ['function', /\w+(?=\()/y],
    ['plain', /\w+/y],
    sign,
  ],
  css: [
    ['comment', /\/\*.*?\*\//y],
    string,
    ['keyword', /@[\w-]+|:(?:has|is|where|not|focus-visible|checked|invalid|user-invalid)\b/y],
    ['property', /[\w-]+(?=:\s)/y],
    ['type', /[.#&][\w-]+/y],
    number,
    ['function', /[\w-]+(?=\()/y],
    ['plain', /[\w-]+/y],
    sign,
  ],
  shell: [
    ['comment', /#.*/y],
    ['prompt', /^\$/y],
    string,
    ['function', /(?<=^\$ )[\w-]+/y],
    ['keyword', /(?<=\s)--?[\w-]+/y],
    ['plain', /[\w.~/@{}-]+/y],
    sign,
  ],
  http: [
    ['keyword', /^(?:GET|POST|PUT|DELETE|OPTIONS|HEAD)\b/y],
    ['type', /HTTP\/[\d.]+/y],
    ['number', /(?<=^HTTP\/[\d.]+ )\d{3}.*/y],
    ['property', /^[A-Z][\w-]*(?=:)/y],
    string,
    ['plain', /[\w./-]+/y],
    sign,
  ],
}

function matchAt(rule: RegExp, line: string, at: number): string {
  rule.lastIndex = at
  return rule.exec(line)?.[0] ?? ''
}
