import { expect, test } from 'vitest'
import { oneByOne, severalAtOnce, together } from './upkeep-step.ts'

const ten = Array.from({ length: 10 }, (_, n) => n)

test('one that fails holds up none of the others, and makes the whole failed', async () => {
  const done: number[] = []
  const failed: unknown[] = []
  const outcome = await oneByOne(
    ten,
    async (n) => {
      if (n === 3) throw new Error('three')
      done.push(n)
    },
    (error, n) => failed.push([String(error), n]),
  )
  expect(outcome).toBe('failed')
  expect(done).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9])
  expect(failed).toEqual([['Error: three', 3]])
})

test('once the site stops, running work is ended and none is begun', async () => {
  const stopping = new AbortController()
  const begun: number[] = []
  const ended: number[] = []
  const work = async (n: number) => {
    begun.push(n)
    if (n === 4) stopping.abort()
    await Promise.resolve()
    ended.push(n)
  }
  expect(await severalAtOnce(ten, 3, work, () => undefined, stopping.signal)).toBe('held-back')
  expect(begun).toEqual([0, 1, 2, 3, 4])
  expect(ended).toEqual(begun)
  expect(await oneByOne(ten, work, () => undefined, stopping.signal)).toBe('held-back')
  expect(begun).toHaveLength(5)
})

test('a step that failed before the site stopped still counts as failed', async () => {
  const stopping = new AbortController()
  const work = async () => {
    stopping.abort()
    throw new Error('no')
  }
  expect(await oneByOne(ten, work, () => undefined, stopping.signal)).toBe('failed')
})

test.each([
  [[], 'done'],
  [['done', 'held-back'], 'held-back'],
  [['held-back', 'failed', 'done'], 'failed'],
] as const)('%j together are %s', (outcomes, whole) => {
  expect(together(...outcomes)).toBe(whole)
})
