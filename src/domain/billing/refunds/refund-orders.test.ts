import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Payment } from '#domain/billing/state.ts'
import { type Amount, amountOf } from '#domain/money.ts'
import { runs } from '#support/rounds.ts'
import {
  type Corrections,
  correcting,
  creditParts,
  giveBackParts,
  partsOf,
  remainder,
  takenBack,
  undoPayments,
} from './refund-orders.ts'

function payment(key: string, netCents: number, vatBasisPoints = 1900, more: Partial<Payment> = {}): Payment {
  return {
    key,
    attempt: 1,
    kind: 'seats',
    at: new Date('2026-11-21T12:00:00Z'),
    amount: amountOf(netCents, vatBasisPoints),
    creditCents: 0,
    levelCents: netCents,
    paidBefore: 1,
    paidLicenses: 2,
    periodCreditCents: 0,
    creditedNetCents: 0,
    creditedVatCents: 0,
    refundedCents: 0,
    ...more,
  }
}

it('takes the newest invoice first, each at its own rate, by the part it still pays for', () => {
  const payments = [payment('a', 1000, 2000), payment('b', 500, 0), payment('c', 200)]
  const { credits, payments: after, balanceCents } = creditParts(partsOf(payments, 800, 400))
  expect(credits).toEqual([
    { key: 'c', amount: amountOf(100, 1900) },
    { key: 'b', amount: amountOf(250, 0) },
    { key: 'a', amount: amountOf(50, 2000) },
  ])
  expect(after.map(({ key, levelCents, creditedNetCents }) => [key, levelCents, creditedNetCents])).toEqual([
    ['a', 900, 50],
    ['b', 0, 250],
    ['c', 0, 100],
  ])
  expect(balanceCents).toBe(119 + 250 + 60)
})

it('refunds card payments to the card, and the rest to the balance', () => {
  const [half] = [payment('a', 1000, 1900, { creditCents: 700 })]
  const { refunds, credits, balanceCents } = giveBackParts(partsOf([half], 1000, 800), 'notice')
  const vatBasisPoints = 1900
  expect(refunds).toEqual([
    {
      key: 'a',
      reason: 'notice',
      amount: { netCents: 412, vatBasisPoints, vatCents: 78, grossCents: 490 },
      alsoCents: 0,
    },
  ])
  expect(credits).toEqual([
    { key: 'a', amount: { netCents: 388, vatBasisPoints, vatCents: 74, grossCents: 462 } },
  ])
  expect(balanceCents).toBe(462)
})

it('refunds a single cent too, to its source', () => {
  const cent = amountOf(1, 1900)
  const given = (creditCents: number) =>
    giveBackParts(partsOf([payment('a', 1, 1900, { creditCents })], 1, 1), 'notice')
  expect(given(0)).toMatchObject({ refunds: [{ amount: cent }], credits: [], balanceCents: 0 })
  expect(given(1)).toMatchObject({ refunds: [], credits: [{ key: 'a', amount: cent }], balanceCents: 1 })
  expect(correcting(given(1))).not.toHaveProperty('refunds')
  expect(correcting(given(0))).not.toHaveProperty('credits')
})

it('gives all of the tax back that was invoiced, however that was rounded', () => {
  const amount = { netCents: 1000, vatBasisPoints: 1900, vatCents: 191, grossCents: 1191 }
  expect(remainder(payment('a', 1000, 1900, { amount }))).toEqual(amount)
})

it('undone, restores the balance: credited and collected amounts are deducted again', () => {
  const credited = payment('a', 1000, 1900, { creditedNetCents: 500, creditedVatCents: 95 })
  expect(undoPayments([credited], 'promise')).toMatchObject({
    refunds: [{ amount: { grossCents: 595 }, alsoCents: 595 }],
    credits: [],
    balanceCents: -595,
  })
  const collected = payment('b', 1000, 1900, { creditCents: -30 })
  expect(undoPayments([collected], 'promise')).toMatchObject({
    refunds: [{ amount: { grossCents: 1190 }, alsoCents: 30 }],
    balanceCents: -30,
  })
  const lowered = payment('d', 1000, 1900, { formerCreditCents: 200 })
  expect(undoPayments([lowered, lowered], 'promise')).toMatchObject({
    payments: [{ levelCents: 0, formerCreditCents: 0 }, { formerCreditCents: 0 }],
    balanceCents: 400,
  })
  const byBalance = payment('c', 1000, 1900, { creditCents: 1190 })
  expect(undoPayments([byBalance], 'promise')).toMatchObject({ refunds: [], balanceCents: 1190 })
})

it('credits nothing of an invoice without a refund, whatever cent of its tax is open', () => {
  // three cents refunded in the provider's dashboard: as three cents net, their tax would be one cent
  const invoice = payment('a', 1000, 1900, { creditedNetCents: 3, refundedCents: 3 })
  expect(remainder(invoice, 0)).toEqual({ netCents: 0, vatBasisPoints: 1900, vatCents: 0, grossCents: 0 })
  const parts = partsOf([invoice, payment('b', 500)], 500, 200)
  const { credits, balanceCents } = creditParts(parts)
  expect(credits.reduce((sum, { amount }) => sum + amount.grossCents, 0)).toBe(balanceCents)
})

it('in any number of parts, the refunded tax is the invoiced tax', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 12 })
  fc.assert(
    fc.property(fc.nat(3000), fc.constantFrom(0, 1900, 2550), parts, (netCents, basisPoints, sizes) => {
      let payments: readonly Payment[] = [payment('a', netCents, basisPoints)]
      let grossBack = 0
      for (const size of [...sizes, netCents]) {
        const part = { payment: payments[0] as Payment, levelCents: 0 }
        const given = giveBackParts([{ ...part, amount: remainder(part.payment, size) }], 'notice')
        payments = given.payments
        for (const { amount } of [...given.refunds, ...given.credits]) {
          expect(amount.grossCents).toBe(amount.netCents + amount.vatCents)
          expect(amount.vatCents).toBeGreaterThanOrEqual(0)
          grossBack += amount.grossCents
        }
      }
      expect(grossBack).toBe(amountOf(netCents, basisPoints).grossCents)
    }),
  )
})

it('has the tax of its own net sum in each credit note but the last, which closes the invoice', () => {
  const isByRate = ({ netCents, vatBasisPoints, vatCents }: Amount) =>
    vatCents === amountOf(netCents, vatBasisPoints).vatCents
  const deeds = fc.array(
    fc.tuple(fc.constantFrom('credit', 'give back', 'elsewhere'), fc.integer({ min: 1, max: 4000 })),
    {
      maxLength: 8,
    },
  )
  fc.assert(
    fc.property(
      fc.integer({ min: 50_000, max: 90_000 }),
      fc.constantFrom(0, 700, 1900, 2550),
      fc.nat(30_000),
      deeds,
      (netCents, basisPoints, creditCents, done) => {
        let [one] = [payment('a', netCents, basisPoints, { creditCents })]
        const correct = ({ payments, refunds, credits }: Corrections) => {
          one = payments[0] as Payment
          const parts = [...refunds, ...credits].map(({ amount }) => amount)
          if (one.creditedNetCents < netCents) expect(parts.every(isByRate)).toBe(true)
        }
        for (const [what, cents] of done) {
          const part = { payment: one, levelCents: 0, amount: remainder(one, cents) }
          if (what === 'credit') correct(creditParts([part]))
          else if (what === 'give back') correct(giveBackParts([part], 'notice'))
          else {
            const before = one
            one = takenBack(one, cents)
            const gone = one.creditedNetCents - before.creditedNetCents
            const vatCents = one.creditedVatCents - before.creditedVatCents
            expect(
              isByRate({ netCents: gone, vatBasisPoints: basisPoints, vatCents, grossCents: cents }),
            ).toBe(true)
            expect([cents, cents - 1]).toContain(gone + vatCents)
          }
        }
        correct(undoPayments([one], 'promise'))
        expect(one).toMatchObject({
          creditedNetCents: netCents,
          creditedVatCents: amountOf(netCents, basisPoints).vatCents,
          refundedCents: amountOf(netCents, basisPoints).grossCents - creditCents,
        })
      },
    ),
    { numRuns: runs(1000) },
  )
})

it('puts two credit notes on a part that the card and the balance paid, which are it together to the cent', () => {
  const [half] = [payment('a', 100_000, 1900, { creditCents: 50_000 })]
  const { refunds, credits, balanceCents } = giveBackParts(partsOf([half], 100_000, 80_003), 'notice')
  expect(refunds).toMatchObject([{ amount: amountOf(57_983, 1900), alsoCents: 0 }])
  expect(credits).toMatchObject([{ amount: { grossCents: 95_204 - 69_000 } }])
  expect(balanceCents).toBe(95_204 - 69_000)
})

it("after refunds in the provider's dashboard in any parts, the rest equals the invoice to the cent", () => {
  const parts = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3000 }),
      fc.constantFrom(0, 700, 1900, 2550),
      parts,
      (netCents, basisPoints, sizes) => {
        const whole = payment('a', netCents, basisPoints)
        const rest = sizes.reduce((before, grossCents) => takenBack(before, grossCents), whole)
        const { refunds, credits, balanceCents, payments } = undoPayments([rest], 'promise')
        // the difference between refund and credit notes is on the balance, and the last credit note makes up for it
        const shortCents = rest.refundedCents - rest.creditedNetCents - rest.creditedVatCents
        expect([credits, balanceCents]).toEqual([[], shortCents])
        const backCents = refunds.reduce(
          (sum, { amount, alsoCents }) => sum + amount.grossCents + alsoCents,
          0,
        )
        expect(backCents).toBe(whole.amount.grossCents - rest.refundedCents)
        expect(payments).toMatchObject([
          {
            creditedNetCents: netCents,
            creditedVatCents: whole.amount.vatCents,
            refundedCents: whole.amount.grossCents,
          },
        ])
      },
    ),
  )
})
