/** A part of an SQL text and its replacement; positions count from the beginning of the text. */
export type SqlChange = {
  readonly start: number
  readonly end: number
  readonly replacement: string
  /** Whether a row lock is removed: only concurrent transactions can notice. */
  readonly isLock: boolean
}

type Token = { readonly word: string; readonly start: number; readonly end: number; readonly depth: number }

const openers = new Set(['where', 'on', 'having', 'and', 'or'])

/** Words that end a condition at the same depth of parentheses. */
const boundaries = new Set([
  ...openers,
  ...'select from group order limit offset for returning union except intersect set values window do with'.split(
    ' ',
  ),
  ...'left right inner cross full join when then else end ,'.split(' '),
])

const bounds = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
])

const locks = /\bfor (?:no key )?(?:update|share)(?: of \w+)?(?: skip locked)?|\bskip locked/g

/**
 * Returns the changes of an SQL text that a test should notice: each condition disabled, each bound moved, each row lock
 * removed. Disabled conditions keep their parameters, because PostgreSQL infers their types.
 * @param sql interpolated parts must be masked by `maskSql`
 */
export function changesOfSql(sql: string): SqlChange[] {
  const tokens = tokensOf(sql)
  const changes = new Map<string, SqlChange>()
  const add = (start: number, end: number, replacement: string, isLock = false) =>
    changes.set(`${start} ${end}`, { start, end, replacement, isLock })
  for (const [index, { word, start, end }] of tokens.entries()) {
    const moved = bounds.get(word)
    if (moved) add(start, end, moved)
    if (!openers.has(word) || isOther(tokens, index)) continue
    for (const [first, last] of [operand(tokens, index, 1), operand(tokens, index, -1)])
      if (first && last && first.word !== 'true') {
        const isOr = word === 'or' && !['and'].includes(besides(tokens, first, last, word))
        add(first.start, last.end, isOr ? 'false' : 'true')
      }
  }
  for (const { 0: lock, index } of sql.matchAll(locks)) add(index, index + lock.length, '', true)
  return [...changes.values()].sort((a, b) => a.start - b.start || a.end - b.end)
}

/** `and` binds closer than `or`: the neutral operand of `and` is `true`. */
function besides(tokens: readonly Token[], first: Token, last: Token, word: string): string {
  const before = tokens[tokens.indexOf(first) - 1]
  const after = tokens[tokens.indexOf(last) + 1]
  return [before, after].some((token) => token?.word === 'and' && token.depth === first.depth) ? 'and' : word
}

/** Whether the word is not a logical connective: `on conflict`, `between 1 and 2`. */
function isOther(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index] as Token
  if (token.word === 'on') return /^(conflict|delete|update|\()$/.test(tokens[index + 1]?.word ?? '')
  if (token.word !== 'and') return false
  for (let before = index - 1; before >= 0; before -= 1) {
    const { word, depth } = tokens[before] as Token
    if (depth < token.depth) return false
    if (depth > token.depth) continue
    if (word === 'between') return true
    if (boundaries.has(word)) return false
  }
  return false
}

/** First and last token of the condition after (1) or before (-1) a connective; undefined before `where`. */
function operand(tokens: readonly Token[], index: number, step: 1 | -1): (Token | undefined)[] {
  const { word, depth } = tokens[index] as Token
  if (step < 0 && word !== 'and' && word !== 'or') return []
  let at = index + step
  for (; isWithin(tokens, at, depth); at += step);
  const [first, last] = step > 0 ? [index + 1, at - 1] : [at + 1, index - 1]
  return first <= last ? [tokens[first], tokens[last]] : []
}

function isWithin(tokens: readonly Token[], at: number, depth: number): boolean {
  const token = tokens[at]
  if (!token || token.depth < depth) return false
  if (token.depth > depth) return true
  if (token.word === '(' || token.word === ')') return false
  if (!boundaries.has(token.word)) return true
  if (token.word === 'from') return tokens[at - 1]?.word === 'distinct'
  // functions with the names of joins
  if (token.word === 'left' || token.word === 'right') return tokens[at + 1]?.word === '('
  return token.word === 'and' && isOther(tokens, at)
}

/** Splits an SQL text into words and operators. A parenthesis has the depth of its content. */
function tokensOf(sql: string): Token[] {
  const tokens: Token[] = []
  let depth = 0
  for (const { 0: word, index } of sql.matchAll(/[\w.$]+|[()]|,|[<>=!@#~|&?+\-*/%^:]+|[[\]]/g)) {
    if (word === '(') depth += 1
    tokens.push({ word: word.toLowerCase(), start: index, end: index + word.length, depth })
    if (word === ')') depth -= 1
  }
  return tokens
}

/**
 * Returns the SQL text with interpolated parts, strings and quoted names replaced by words of the same length.
 * @param parts start and end of the interpolated parts, `${` and `}` included
 */
export function maskSql(sql: string, parts: readonly { start: number; end: number }[]): string {
  let masked = sql
  for (const { start, end } of parts)
    masked = masked.slice(0, start) + 'x'.repeat(end - start) + masked.slice(end)
  return masked.replace(/'[^']*'|"[^"]*"/g, (quoted) => 'x'.repeat(quoted.length))
}
