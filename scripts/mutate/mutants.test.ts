import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { guards } from './guards.ts'
import { applyMutant, isMarkedEquivalent, mutantsOf, withSwitches } from './mutants.ts'
import { stores } from './stores.ts'

const labelsOf = (source: string) => mutantsOf('some.ts', source).map(({ label }) => label)

test.each([
  ['a guard is passed and shut', 'if (a) f = b', ['a → true', 'a → false']],
  ['each side of a connective is left out', 'f(a && b)', ['f(a && b) → ;', 'a → true', 'b → true']],
  ['a bound is moved', 'f = a < b', ['f = a < b → ;', 'a < b → a <= b']],
  ['a number is one more', 'const a = 7', ['7 → 8']],
  ['a code is another', "const a = 'code'", ["'code' → ''"]],
  ['a default is dropped and taken', 'const a = b ?? c', ['b ?? c → b', 'b ?? c → c']],
  ['what is returned is yes and no', 'const a = () => b === c', ['b === c → true', 'b === c → false']],
  ['an order is lost', 'const a = b.toSorted(c)', ['b.toSorted(c) → b']],
  ['all stands for some', 'const a = b.some(c)', ['some → every']],
  ['a condition of a query is left out', "q.where('a', '=', b)", [".where('a', '=', b) → "]],
  ['its bound is moved', "f(q.where('a', '<', b))", ["'<' → '<='"]],
  ['each of several conditions is left out', 'f = q.or([a, b])', ['a,  → ', ', b → ']],
  ['a join without its condition', "f = j.onRef('a', '=', 'b')", [".onRef('a', '=', 'b') → .onTrue()"]],
  ['a row is not locked', 'f = q.forUpdate().skipLocked()', ['.forUpdate() → ', '.skipLocked() → ']],
  ['a stored value is left out', 'f = q.set({ a, b })', ['a,  → ', ', b → ']],
  ['the condition of an SQL text', 'f = sql`select a where b = 1`', ['b = 1 → (b = 1 or true)']],
  ['a text that is passed on', 'const a = `select b where c`', ['c → (c or true)']],
  ['the other order', "f = q.orderBy('a', 'desc')", ["'desc' → 'asc'"]],
  ['names in queries are left alone', "const f = q.selectFrom('a').select(['b']).orderBy('c')", []],
  ['a method `on` of two values is no condition', 'const f = emitter.on(a, b)', []],
  ['types, names and modules are left alone', "import a from 'b'; type A = 'c'; const d = { 'e': f }", []],
])('%s', (_, source, expected) => {
  expect(labelsOf(source)).toEqual(expect.arrayContaining(expected))
  if (expected.length === 0) expect(labelsOf(source)).toEqual([])
})

describe('a source with all of its mutants behind switches', () => {
  const source = `
    let seen = ''
    const note = (text) => { seen += text; return text.length }
    function answer(a, b) {
      if (a?.b.c() && b > 1) note('both')
      let sum = 0
      sum += b
      if (sum > 1) note(String(sum))
      return a?.b.c() ? note('one') + 1 : b ?? 5
    }
    const all = [answer(undefined, 2), answer({ b: { c: () => 7 } }, 2), answer(undefined, undefined)]
    if (seen) all.push(seen)`
  const mutants = mutantsOf('some.js', source)
  const attempt = (text: string, awake?: number) => {
    try {
      return runInNewContext(`${text}\n;all.join()`, { __mutant: (index: number) => index === awake })
    } catch (error) {
      return String(error)
    }
  }
  const switched = withSwitches(source, mutants)

  test('behaves like the source while no mutant is active', () => {
    expect(attempt(switched)).toBe('2,4,5,2both2one')
    expect(attempt(switched)).toBe(attempt(source))
  })

  test.each(mutants.map((mutant, index) => [mutant.label, index] as const))(
    'with %s active behaves like the source with it',
    (_, index) => {
      const mutant = mutants[index]
      expect(attempt(switched, index)).toBe(attempt(mutant ? applyMutant(source, mutant) : ''))
    },
  )
})

test('of a query that only locks, only the lock is left out', () => {
  const [lock, ...others] = mutantsOf(
    'a.ts',
    "await trx.selectFrom('a').where('b', '=', c).forUpdate().execute()",
  )
  expect(lock).toMatchObject({ label: '.forUpdate() → ', isLock: true })
  expect(others).toEqual([])
})

test('a mutant that changes nothing is named above its line, with the reason', () => {
  const source = '// mutant `a < b → a <= b`: both say the same of no time\nconst c = a < b'
  const [bound] = mutantsOf('some.ts', source)
  expect(bound && isMarkedEquivalent(source, bound)).toBe(true)
  const other = source.replace('<= b', '>= b')
  expect(bound && isMarkedEquivalent(other, bound)).toBe(false)
})

test('every guard and store of the lists, and the tests that watch it, are where the lists say', () => {
  const listed = [guards, stores].flatMap((list) => Object.entries(list).flat(2))
  expect(listed.filter((path) => !existsSync(join(import.meta.dirname, '../..', path)))).toEqual([])
})
