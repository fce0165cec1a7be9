import { beforeEach, expect, test } from 'vitest'
import { createTestClock } from '#support/test-clock.ts'
import { withBreaker } from './breaker.ts'
import type { ChargeOrder, ChargeResult, PaymentProvider } from './payment.ts'

const clock = createTestClock(new Date('2026-11-21T10:00:00Z'))
let asked: number
let answer: () => ChargeResult
let provider: PaymentProvider
beforeEach(() => {
  asked = 0
  const answered = async () => {
    asked += 1
    return answer()
  }
  const inner = { name: 'stripe', charge: answered, readSetup: answered, findRefund: async () => 'none' }
  provider = withBreaker(inner as unknown as PaymentProvider, clock)
})

const unknown = (): ChargeResult => ({ kind: 'unknown', reason: 'no answer' })
const paid = (): ChargeResult => ({ kind: 'succeeded', ref: 'pi_1', amountCents: 1190 })
const charge = () => provider.charge({} as ChargeOrder)
async function fail(times: number, how = unknown): Promise<void> {
  answer = how
  for (let time = 0; time < times; time += 1) await charge().catch(() => {})
}

test('after five failures in a row a provider is left alone for thirty seconds', async () => {
  await fail(5)
  answer = paid
  expect(await charge()).toMatchObject({ kind: 'unknown' })
  expect(await provider.findRefund('re_1')).toMatchObject({ kind: 'unknown' })
  clock.advanceReal({ seconds: 29 })
  await charge()
  expect(asked).toBe(5)
  clock.advanceReal({ seconds: 1 })
  expect(await charge()).toEqual(paid())
  expect(asked).toBe(6)
})

test('one that still fails after the pause is left alone again at once', async () => {
  await fail(5)
  clock.advanceReal({ seconds: 30 })
  await fail(2)
  expect(asked).toBe(6)
})

test('what is thrown is a failure, and is thrown on', async () => {
  const broken = () => {
    throw new Error('broken')
  }
  answer = broken
  await expect(charge()).rejects.toThrow('broken')
  await fail(4, broken)
  expect(await charge()).toMatchObject({ kind: 'unknown' })
})

test('a decline is an answer, and an answer begins the count anew', async () => {
  await fail(4)
  await fail(1, () => ({ kind: 'declined', code: 'card_declined', hard: false }))
  await fail(4)
  answer = paid
  expect(await charge()).toEqual(paid())
})

test('nobody closes the door by asking for set-ups that are not there', async () => {
  answer = unknown
  for (let time = 0; time < 9; time += 1) await provider.readSetup('seti_of_nobody')
  answer = paid
  expect(await charge()).toEqual(paid())
})
