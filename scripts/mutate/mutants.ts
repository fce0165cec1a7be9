import { parseSync } from 'vite'
import {
  changesOfCall,
  changesOfTemplate,
  isNameInQuery,
  onlyLocks,
  type QueryChange,
} from './query-mutants.ts'

/** A small change to a source file that a test should notice: replaces the text from `start` to `end`. */
export type Mutant = {
  readonly line: number
  readonly start: number
  readonly end: number
  readonly replacement: string
  readonly isStatement: boolean
  /** Whether a row lock is removed: only PostgreSQL has concurrent transactions. */
  readonly isLock: boolean
  /** Original and replacement on one line: also the name of an equivalent mutant in the source. */
  readonly label: string
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/**
 * Returns the mutants of a source text, from top to bottom. Implied mutations are left out: a test that notices a missing
 * side of `a && b` also notices `a || b`.
 */
export function mutantsOf(path: string, source: string): Mutant[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const found = new Map<string, Mutant>()
  let lockUntil = 0
  visit(program as unknown as Node, {}, (node, place) => {
    if (node.type === 'ExpressionStatement' && onlyLocks(node, source)) lockUntil = node.end
    for (const [target, replacement, within = target, isLock = false] of replacementsOf(
      node,
      place,
      source,
    )) {
      if (node.start < lockUntil && !isLock) continue
      const line = source.slice(0, target.start).split('\n').length
      const label = `${short(source.slice(target.start, target.end))} → ${short(replacement)}`
      // a link of `a?.b.c()` is replaced with the whole chain, which may short-circuit the rest
      const { start, end } = place.chain ?? within
      const whole = source.slice(start, target.start) + replacement + source.slice(target.end, end)
      const isStatement = target.type.endsWith('Statement')
      const mutant = { line, start, end, replacement: whole, isStatement, isLock, label }
      if (!found.has(`${start} ${end} ${whole}`)) found.set(`${start} ${end} ${whole}`, mutant)
    }
  })
  return [...found.values()].sort((a, b) => a.start - b.start || a.end - b.end)
}

/** Returns the source text with the mutant applied. */
export function applyMutant(source: string, { start, end, replacement }: Mutant): string {
  return source.slice(0, start) + replacement + source.slice(end)
}

/**
 * Returns the source text with all mutants, each behind the condition `__mutant(<its index>)`: one process can try all of
 * them without reloading.
 */
export function withSwitches(source: string, mutants: readonly Mutant[]): string {
  const ranges = Map.groupBy(mutants.keys(), (index) => {
    const { start, end } = mutants[index] as Mutant
    return `${start} ${end}`
  })
  const ordered = [...ranges]
    .map(([range, indexes]) => ({ ...rangeOf(range), indexes }))
    .sort((a, b) => a.start - b.start || b.end - a.end)
  let next = 0
  const render = (from: number, to: number): string => {
    let text = ''
    let at = from
    for (let range = ordered[next]; range && range.end <= to; range = ordered[next]) {
      next += 1
      const inner = render(range.start, range.end)
      text += source.slice(at, range.start) + switched(inner, range.indexes, mutants)
      at = range.end
    }
    return text + source.slice(at, to)
  }
  return render(0, source.length)
}

function rangeOf(range: string): { start: number; end: number } {
  const [start = 0, end = 0] = range.split(' ').map(Number)
  return { start, end }
}

function switched(original: string, indexes: readonly number[], mutants: readonly Mutant[]): string {
  // a statement without a semicolon ends with its expression
  const statement = indexes.find((index) => mutants[index]?.isStatement)
  const choices = indexes
    .filter((index) => index !== statement)
    .map((index) => `__mutant(${index}) ? (${mutants[index]?.replacement}) : `)
  const chosen = choices.length > 0 ? `(${choices.join('')}(${original}))` : original
  return statement === undefined ? chosen : `{ if (!__mutant(${statement})) { ${chosen} } }`
}

/** Whether a comment above the mutant's line marks it as equivalent: "// mutant `<label>`: <reason>". */
export function isMarkedEquivalent(source: string, { line, label }: Mutant): boolean {
  const lines = source.split('\n')
  for (let above = line - 2; /^\s*\/\//.test(lines[above] ?? ''); above -= 1)
    if (lines[above]?.includes(`// mutant \`${label}\`: `)) return true
  return false
}

/** Node, replacement, and the enclosing expression if the node is none itself. */
type Replacement = [target: Node, text: string, within?: Node, isLock?: boolean]

const swappedOperators = new Map(
  Object.entries({
    '===': '!==',
    '!==': '===',
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '+': '-',
    '-': '+',
    '*': '/',
    '/': '*',
    '%': '*',
    '+=': '-=',
    '-=': '+=',
  }),
)

const swappedMethods = new Map(
  Object.entries({
    some: 'every',
    every: 'some',
    min: 'max',
    max: 'min',
    floor: 'ceil',
    ceil: 'floor',
    round: 'floor',
    startsWith: 'endsWith',
    endsWith: 'startsWith',
  }),
)

const droppedMethods = new Set(
  'filter sort toSorted reverse toReversed slice trim toLowerCase toUpperCase normalize'.split(' '),
)

function replacementsOf(node: Node, { parent, outer }: Place, source: string): Replacement[] {
  const text = (child: unknown) => source.slice((child as Node).start, (child as Node).end)
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return always(node.test as Node, ['true', 'false'])
    case 'WhileStatement':
    case 'ForStatement':
      return node.test ? always(node.test as Node, ['false']) : []
    case 'ReturnStatement':
      return node.argument ? returned(node.argument as Node) : []
    case 'ArrowFunctionExpression':
      return node.expression ? returned(node.body as Node) : []
    case 'LogicalExpression':
      return connected(node, text)
    case 'BinaryExpression':
      return binary(node, parent, source)
    case 'AssignmentExpression': {
      const swapped = swappedOperators.get(node.operator as string)
      return swapped ? [[node, `${text(node.left)} ${swapped} ${text(node.right)}`]] : []
    }
    case 'UnaryExpression':
      if (node.operator === '!' && decides(node, parent)) return []
      return node.operator === '!' || node.operator === '-' ? [[node, text(node.argument)]] : []
    case 'ExpressionStatement':
      return node.directive
        ? []
        : [[node, ';', node, source.slice(node.start, node.end).includes('advisory')]]
    case 'ThrowStatement':
      return [[node, ';']]
    case 'CallExpression':
      return [...called(node, source), ...changesOfCall(node).map(inQuery)]
    case 'TaggedTemplateExpression':
      return text(node.tag) === 'sql' ? changesOfTemplate(node.quasi as Node, node, source).map(inQuery) : []
    case 'TemplateLiteral':
      return isSql(node, parent, source) ? changesOfTemplate(node, node, source).map(inQuery) : []
    case 'MemberExpression':
      return node.optional ? [[node, text(node).replace('?.', node.computed ? '' : '.')]] : []
    case 'Literal':
      return literal(node, parent, outer)
    default:
      return []
  }
}

function always(test: Node, values: string[]): Replacement[] {
  return values.map((value) => [test, value])
}

/** A returned boolean is replaced with true and with false. */
function returned(value: Node): Replacement[] {
  const { type, operator } = value
  const comparison = type === 'BinaryExpression' && /^([<>]=?|[!=]==|in|instanceof)$/.test(`${operator}`)
  const connective = type === 'LogicalExpression' && operator !== '??'
  const negation = type === 'UnaryExpression' && operator === '!'
  if (comparison || connective || negation) return always(value, ['true', 'false'])
  return []
}

/** Each side is left out in turn. */
function connected(node: Node, text: (child: unknown) => string): Replacement[] {
  const sides = [node.left, node.right] as Node[]
  if (node.operator === '??') return sides.map((side) => [node, text(side)])
  const neutral = String(node.operator === '&&')
  return sides
    .filter((side) => side.type !== 'LogicalExpression' || side.operator !== node.operator)
    .map((side) => [side, neutral])
}

/**
 * Whether the condition is mutated as a whole: a test that notices it as always true and always false notices its
 * negation.
 */
function decides(node: Node, parent: Node | undefined): boolean {
  return (
    parent !== undefined &&
    /^(If|Conditional|Return|Logical|Arrow)/.test(parent.type) &&
    parent.consequent !== node &&
    parent.alternate !== node
  )
}

function binary(node: Node, parent: Node | undefined, source: string): Replacement[] {
  const operator = node.operator as string
  const swapped = swappedOperators.get(operator)
  const isText = [node.left, node.right].some((side) => typeof (side as Node).value === 'string')
  if (!swapped || (operator === '+' && isText)) return []
  if (operator.endsWith('==') && decides(node, parent)) return []
  const { start, end } = node.left as Node
  const between = source.slice(end, (node.right as Node).start).replace(operator, swapped)
  return [[node, source.slice(start, end) + between + source.slice((node.right as Node).start, node.end)]]
}

function called(node: Node, source: string): Replacement[] {
  const callee = node.callee as Node
  if (callee.type !== 'MemberExpression' || callee.computed) return []
  const name = (callee.property as Node).name as string
  const object = source.slice((callee.object as Node).start, (callee.object as Node).end)
  if (droppedMethods.has(name)) return [[node, object]]
  const swapped = swappedMethods.get(name)
  return swapped ? [[callee.property as Node, swapped, node]] : []
}

function inQuery({ target, replacement, whole, isLock }: QueryChange): Replacement {
  return [target, replacement, whole, isLock]
}

/** Whether an untagged text is a query or part of one. */
function isSql(node: Node, parent: Node | undefined, source: string): boolean {
  if (parent?.type === 'TaggedTemplateExpression') return false
  return /\b(select|left join|where|delete from|update \w+ set)\b/.test(source.slice(node.start, node.end))
}

function literal(node: Node, parent: Node | undefined, outer: Node | undefined): Replacement[] {
  const { value } = node
  if (!parent || isName(node, parent) || isNameInQuery(node, parent, outer)) return []
  if (typeof value === 'boolean') return [[node, String(!value)]]
  if (typeof value === 'number') return [[node, String(value + 1)]]
  // the comparison with a text is mutated already
  if (typeof value !== 'string' || parent.type === 'BinaryExpression') return []
  if (value === 'desc') return [[node, "'asc'"]]
  return [[node, value === '' ? "'mutant'" : "''"]]
}

/** Whether a literal names a property or a module. */
function isName(node: Node, parent: Node): boolean {
  return (
    /^(Import|Export|TS)/.test(parent.type) ||
    (parent.type === 'Property' && parent.key === node) ||
    (parent.type === 'MemberExpression' && parent.property === node) ||
    parent.type === 'ExpressionStatement'
  )
}

/** `outer`: the parent's parent. */
type Place = { readonly parent?: Node; readonly outer?: Node; readonly chain?: Node }

function visit(node: Node, place: Place, see: (node: Node, place: Place) => void): void {
  if (/^TS(?!AsExpression|NonNull|Satisfies)/.test(node.type) || node.type === 'ImportDeclaration') return
  see(node, place)
  const chain = node.type === 'ChainExpression' ? node : place.chain
  for (const [key, value] of Object.entries(node)) {
    if (key === 'typeAnnotation' || key === 'returnType') continue
    const isType = node.type.startsWith('TS')
    const parent = isType ? place.parent : node
    const outer = isType ? place.outer : place.parent
    const linked = chain && ['expression', 'object', 'callee'].includes(key)
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child))
        visit(child, { ...(parent && { parent }), ...(outer && { outer }), ...(linked && { chain }) }, see)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 40)} … ${line.slice(-17)}` : line
}
