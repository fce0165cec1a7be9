import { changesOfSql, maskSql } from './sql-conditions.ts'

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** A replaced part of a query; `whole` is the expression that contains it. */
export type QueryChange = {
  readonly target: Node
  readonly whole: Node
  readonly replacement: string
  readonly isLock: boolean
}

const conditions = new Set('where whereRef on onRef having havingRef filterWhere and or'.split(' '))
const locks = new Set('forUpdate forNoKeyUpdate forShare forKeyShare skipLocked noWait'.split(' '))

/** Methods whose texts name tables, columns and types: PostgreSQL rejects wrong ones. */
const naming = new Set(
  [
    'selectFrom select selectAll insertInto updateTable deleteFrom from using returning innerJoin leftJoin fullJoin',
    'crossJoin whereRef onRef groupBy column columns ref table as with distinctOn cast excluded count sum coalesce',
  ]
    .join(' ')
    .split(' '),
)

const bounds = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['+', '-'],
  ['-', '+'],
])

/** Returns the changes of a Kysely call: a condition, a lock or a stored value is left out, a bound is moved. */
export function changesOfCall(node: Node): QueryChange[] {
  const callee = node.callee as Node
  const given = node.arguments as Node[]
  if (isComparison(given)) {
    const moved = bounds.get(given[1]?.value as string)
    const operator = given[1] as Node
    const bound = moved ? [change(operator, operator, `'${moved}'`)] : []
    return callee.type === 'MemberExpression' ? [...leftOut(node, callee, given), ...bound] : bound
  }
  return callee.type === 'MemberExpression' ? leftOut(node, callee, given) : []
}

function leftOut(node: Node, callee: Node, given: Node[]): QueryChange[] {
  const name = methodOf(callee)
  const link: Node = { type: 'Link', start: (callee.object as Node).end, end: node.end }
  if (locks.has(name) && given.length <= 1) return [change(link, node, '', true)]
  if (name === 'set' || name === 'doUpdateSet') return properties(given[0])
  if (!conditions.has(name)) return []
  const [list] = given
  if ((name === 'and' || name === 'or') && list?.type === 'ArrayExpression')
    return elements(list.elements as Node[], node)
  // event emitters also have a method `on`, with a name and a listener
  if (given.length !== 1 && given.length !== 3) return []
  if (given.length === 1 && !/Function|Call|Identifier|Tagged/.test(list?.type ?? '')) return []
  // a join needs a condition
  const isOnlyCondition = name.startsWith('on') && (callee.object as Node).type === 'Identifier'
  return [change(link, node, isOnlyCondition ? '.onTrue()' : '')]
}

function change(target: Node, whole: Node, replacement = '', isLock = false): QueryChange {
  return { target, whole, replacement, isLock }
}

/** Whether a statement only locks rows. Its conditions are not mutated: locking more rows costs time, nothing else. */
export function onlyLocks(statement: Node, source: string): boolean {
  const text = source.slice(statement.start, statement.end)
  return /^await trx\b/.test(text) && /\.for(NoKey)?Update\(\)|advisory/.test(text) && !text.includes('=>')
}

/** Each stored value is left out, unless it is the only one. */
function properties(values: Node | undefined): QueryChange[] {
  const list = (values?.properties ?? []) as Node[]
  if (values?.type !== 'ObjectExpression' || list.length < 2) return []
  return elements(list, values)
}

function elements(list: Node[], whole: Node): QueryChange[] {
  return list.map((element, index) => {
    const start = index === list.length - 1 ? (list[index - 1]?.end ?? element.start) : element.start
    const end = list[index + 1]?.start ?? element.end
    return change({ type: 'Element', start, end }, whole)
  })
}

/** Whether the arguments are a column, an operator and a value. */
function isComparison(given: Node[]): boolean {
  const operator = given[1]?.value
  return (
    given.length === 3 && typeof operator === 'string' && /^([=<>!+-]+|(is|in|not|like)\b.*)$/.test(operator)
  )
}

/** Whether a text only names a column, a table, an operator or a prepared statement. */
export function isNameInQuery(literal: Node, parent: Node, outer: Node | undefined): boolean {
  if (parent.type === 'Property') return nameOf(parent) === 'name' && hasProperty(outer, 'text')
  const call = parent.type === 'ArrayExpression' ? outer : parent
  if (call?.type !== 'CallExpression') return false
  const given = call.arguments as Node[]
  const callee = call.callee as Node
  if (parent.type === 'CallExpression' && isComparison(given) && given.indexOf(literal) < 2) return true
  const name = callee.type === 'MemberExpression' ? methodOf(callee) : ''
  if (name === 'orderBy') return given[0] === literal
  return naming.has(name) || (['where', 'on'].includes(name) && given[0] === literal)
}

function nameOf(property: Node): unknown {
  return (property.key as Node | undefined)?.name
}

function hasProperty(object: Node | undefined, name: string): boolean {
  return ((object?.properties ?? []) as Node[]).some((property) => nameOf(property) === name)
}

function methodOf(callee: Node): string {
  return callee.computed ? '' : ((callee.property as Node).name as string)
}

/** Returns the changes of a template text with SQL. */
export function changesOfTemplate(template: Node, whole: Node, source: string): QueryChange[] {
  const from = template.start + 1
  const text = source.slice(from, template.end - 1)
  const parts = (template.expressions as Node[]).map((part) => ({
    start: text.lastIndexOf('${', part.start - from),
    end: text.indexOf('}', part.end - from) + 1,
  }))
  return changesOfSql(maskSql(text, parts)).map(({ start, end, replacement, isLock }) => ({
    target: { type: 'Sql', start: from + start, end: from + end },
    whole,
    // parameters stay, because PostgreSQL infers their types
    replacement: keepParameters(text.slice(start, end), replacement),
    isLock,
  }))
}

function keepParameters(condition: string, replacement: string): string {
  if (replacement === 'true') return `(${condition} or true)`
  if (replacement === 'false') return `(${condition} and false)`
  return replacement
}
