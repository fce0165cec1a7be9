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
  const inner = { name: 'stripe', charge: answered, readSetup: answered, createSetup: answered }
  provider = withBreaker(inner as unknown as PaymentProvider, clock)
})

const unknown = (): ChargeResult => ({ kind: 'unknown', why: 'no-answer', reason: 'no answer' })
const paid = (): ChargeResult => ({ kind: 'succeeded', ref: 'pi_1', amountCents: 1190 })
const charge = () => provider.charge({} as ChargeOrder)
async function fail(times: number, how = unknown): Promise<void> {
  answer = how
  for (let time = 0; time < times; time += 1) await charge().catch(() => {})
}

test('after five failures in a row a provider is left alone for thirty seconds', async () => {
  await fail(5)
  answer = paid
  expect(await charge()).toMatchObject({ kind: 'unknown', why: 'unsent' })
  expect(provider.isLeftAlone?.()).toBe(true)
  clock.advanceReal({ seconds: 29 })
  await charge()
  expect(asked).toBe(5)
  clock.advanceReal({ seconds: 1 })
  expect(provider.isLeftAlone?.()).toBe(false)
  expect(await charge()).toEqual(paid())
  expect(asked).toBe(6)
})

test('one that still fails after the pause is left alone again at once', async () => {
  await fail(5)
  clock.advanceReal({ seconds: 30 })
  await fail(2)
  expect(asked).toBe(6)
})

test('an exception counts as a failure, and is rethrown', async () => {
  const broken = () => {
    throw new Error('broken')
  }
  answer = broken
  await expect(charge()).rejects.toThrow('broken')
  await fail(4, broken)
  expect(await charge()).toMatchObject({ kind: 'unknown' })
})

test.each<ChargeResult>([
  { kind: 'refused', code: 'resource_missing', hard: true, message: 'No such customer' },
  { kind: 'unknown', reason: 'pi_1 is of another site' },
])('an answer that refuses, or says nothing, is an answer: %j', async (said) => {
  await fail(9, () => said)
  expect(asked).toBe(9)
})

test('failures of charges do not affect card forms, and the other way round', async () => {
  const setUp = () => provider.createSetup({ customer: 'cus_1', idempotencyKey: '1' })
  await fail(5)
  answer = paid
  expect(await setUp()).toEqual(paid())
  clock.advanceReal({ seconds: 30 })
  await charge()
  answer = unknown
  for (let time = 0; time < 5; time += 1) await setUp()
  expect(await setUp()).toMatchObject({ why: 'unsent' })
  answer = paid
  expect(await charge()).toEqual(paid())
})

test('a decline is an answer, and an answer resets the count', async () => {
  await fail(4)
  await fail(1, () => ({ kind: 'declined', code: 'card_declined', hard: false }))
  await fail(4)
  answer = paid
  expect(await charge()).toEqual(paid())
})

test('requests for unknown set-ups do not open the breaker', async () => {
  answer = unknown
  for (let time = 0; time < 9; time += 1) await provider.readSetup('seti_of_nobody')
  answer = paid
  expect(await charge()).toEqual(paid())
})

test('a provider is reported unreachable after two failures in a row, until it answers or an hour has passed', async () => {
  await fail(1)
  expect(provider.isSilent?.()).toBe(false)
  await fail(1)
  expect(provider.isSilent?.()).toBe(true)
  answer = paid
  await charge()
  expect(provider.isSilent?.()).toBe(false)
  await fail(5)
  clock.advanceReal({ minutes: 59 })
  expect(provider.isSilent?.()).toBe(true)
  clock.advanceReal({ minutes: 1 })
  expect(provider.isSilent?.()).toBe(false)
})
