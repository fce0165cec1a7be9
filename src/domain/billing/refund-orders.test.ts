import fc from 'fast-check'
import { expect, it } from 'vitest'
import { amountOf } from '#domain/money.ts'
import { giveBack, keptCents } from './refund-orders.ts'
import type { Payment } from './state.ts'

function payment(key: string, netCents: number, vatBasisPoints = 1900, refundedNetCents = 0): Payment {
  return {
    key,
    attempt: 1,
    kind: 'seats',
    at: new Date('2026-11-21T12:00:00Z'),
    amount: amountOf(netCents, vatBasisPoints),
    creditCents: 0,
    paidBefore: 1,
    paidLicenses: 2,
    periodCreditCents: 0,
    refundedNetCents,
  }
}

it('takes the newest payment first, no more of each than is left of it, and tells what no payment covers', () => {
  const { refunds, payments, restCents } = giveBack(
    [payment('a', 1000), payment('b', 500, 1900, 450), payment('c', 200)],
    1300,
    'notice',
  )
  expect(refunds.map(({ key, amount }) => [key, amount.netCents])).toEqual([
    ['c', 200],
    ['b', 50],
    ['a', 1000],
  ])
  expect(payments.map(({ key, refundedNetCents }) => [key, refundedNetCents])).toEqual([
    ['a', 1000],
    ['b', 500],
    ['c', 200],
  ])
  expect(restCents).toBe(50)
  expect(keptCents(payments)).toBe(0)
})

it('gives nothing back of nothing', () => {
  expect(giveBack([payment('a', 0), payment('b', 300, 1900, 300)], 100, 'promise').refunds).toEqual([])
  expect(giveBack([payment('a', 300)], 0, 'promise').refunds).toEqual([])
})

it('in however many parts, the tax that goes back is the tax that was paid', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 12 })
  fc.assert(
    fc.property(fc.nat(3000), fc.constantFrom(0, 1900, 2550), parts, (netCents, basisPoints, sizes) => {
      let payments = [payment('a', netCents, basisPoints)]
      let grossBack = 0
      for (const size of [...sizes, netCents]) {
        const given = giveBack(payments, size, 'notice')
        payments = given.payments
        for (const { amount } of given.refunds) {
          expect(amount.grossCents).toBe(amount.netCents + amount.vatCents)
          expect(amount.vatCents).toBeGreaterThanOrEqual(0)
          grossBack += amount.grossCents
        }
      }
      expect(grossBack).toBe(amountOf(netCents, basisPoints).grossCents)
    }),
  )
})
