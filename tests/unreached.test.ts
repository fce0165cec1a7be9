import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { happenings } from '#support/billing-states.ts'

/**
 * Parts of the domain's types that nothing outside of tests creates: an event that is never raised, a decision that is
 * never made, a state that is never entered. Their rules are tested without effect.
 */

const root = resolve(import.meta.dirname, '..')
type Node = { type: string; [key: string]: unknown }
type Word = { readonly word: string; readonly path: string; readonly alias: string }

const sources = globSync('src/{domain,contract,server,web}/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, program: programOf(path) }))

function programOf(path: string): Node {
  const { program, errors } = parseSync(path, readFileSync(join(root, path), 'utf8'))
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  return program as unknown as Node
}

/** Visits all nodes below one, each with the ones around it, the nearest first. */
function visit(
  value: unknown,
  around: readonly Node[],
  see: (node: Node, around: readonly Node[]) => void,
): void {
  if (Array.isArray(value)) for (const item of value) visit(item, around, see)
  if (typeof value !== 'object' || value === null || !('type' in value)) return
  const node = value as Node
  see(node, around)
  for (const [key, inner] of Object.entries(node))
    if (key !== 'type' && typeof inner === 'object') visit(inner, [node, ...around], see)
}

const isText = (node: unknown): node is Node & { value: string } =>
  typeof node === 'object' && node !== null && 'value' in node && typeof node.value === 'string'

/** The name of the type that is declared around a node. */
function nameOf(around: readonly Node[]): string {
  const declared = around.find(({ type }) => type === 'TSTypeAliasDeclaration')
  return String((declared?.id as Node | undefined)?.name)
}

/** The words that types of the domain name. */
const named: Word[] = []
/** Words that a program produces: written as a value, and not only compared with. */
const produced = new Set<string>()
/** The same in the decisions about subscriptions. */
const decided = new Set<string>()
/** `type` of every object that the server makes, and the timers of the domain. */
const raised = new Set<string>()

for (const { path, program } of sources)
  visit(program, [], (node, around) => {
    const [parent, grandparent] = around
    if (node.type === 'TSLiteralType') {
      const { literal } = node
      // of `Pick<State, 'until'>` and `State['until']` it is a property
      const isProperty =
        parent?.type === 'TSIndexedAccessType' ||
        around.slice(0, 3).some(({ typeName }) => /^(Pick|Omit)$/.test(String((typeName as Node)?.name)))
      if (path.startsWith('src/domain/') && isText(literal) && !isProperty)
        named.push({ word: literal.value, path, alias: nameOf(around) })
      return
    }
    if (node.type !== 'Literal' || !isText(node) || parent?.type === 'TSLiteralType') return
    const isCompared =
      (parent?.type === 'SwitchCase' && parent.test === node) ||
      (parent?.type === 'BinaryExpression' && /^[!=]=/.test(String(parent.operator)))
    const isName = parent?.type === 'Property' && parent.key === node
    // a set of words is asked whether it has one
    const isAsked = parent?.type === 'ArrayExpression' && grandparent?.type === 'NewExpression'
    if (isCompared || isName || isAsked) return
    produced.add(node.value)
    if (path.startsWith('src/domain/billing/')) decided.add(node.value)
    const isEvent = parent?.type === 'Property' && (parent.key as Node).name === 'type'
    const isTimer = path.endsWith('billing/timers.ts') && parent?.type === 'CallExpression'
    if ((isEvent && path.startsWith('src/server/')) || isTimer) raised.add(node.value)
  })

test('every event of a subscription is raised by the server or by time', () => {
  expect(Object.keys(happenings).filter((type) => !raised.has(type))).toEqual([])
})

test('every mail that a decision can send is sent by one of the domain', () => {
  const kinds = named.filter(({ alias }) => alias === 'MailKind').map(({ word }) => word)
  expect(kinds.length).toBeGreaterThan(15)
  expect(kinds.filter((kind) => !decided.has(kind))).toEqual([])
})

test('every event, decision and state that the domain names is brought about somewhere', () => {
  const unreached = named.filter(({ word }) => !produced.has(word))
  expect([...new Set(unreached.map(({ word, path }) => `${word} (${path})`))].toSorted()).toEqual([])
})
