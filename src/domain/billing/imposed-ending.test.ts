import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  active,
  after,
  answered,
  called,
  decideAt,
  type Situation,
  setUsers,
} from '#support/billing-states.ts'
import { Books } from '#support/books.ts'
import { seed } from '#support/rounds.ts'
import { unchanged } from './decision.ts'
import { booking } from './ledger.ts'

const late = (situation: Situation): Situation => ({ ...situation, now: situation.state.until as Date })

describe('a chargeback', () => {
  const chargedBack = { type: 'charged-back', key: 'period-1' } as const
  const by = ({ state, now }: Situation) => decideAt(state, chargedBack, now)

  it('is reported to the operator; charging stops, and the amount counts as refunded', () => {
    const [payment] = active.state.payments
    expect(by(active)).toEqual({
      ok: true,
      next: {
        ...active.state,
        status: 'pending-expiry',
        nextInterval: null,
        payments: [{ ...payment, creditedNetCents: 3000, creditedVatCents: 570, refundedCents: 3570 }],
        version: active.state.version + 1,
      },
      alert: 'charged-back',
      mails: ['subscription-cancelled'],
    })
  })

  it('of another charge leaves the payments as they are', () => {
    const more = answered(called('active: more users on their way'), 'succeeded')
    const decision = by(more)
    const kept = decision.ok ? decision.next.payments.map(({ creditedNetCents }) => creditedNetCents) : []
    expect(kept).toEqual([3000, 0])
  })

  it.each(['active: past due, soft', 'active: action required'])(
    'ends an unpaid subscription: %s',
    (name) => {
      expect(by(called(name))).toMatchObject({
        next: { status: 'cancelled', openCharge: null },
        voidCharge: 'period-2',
        alert: 'charged-back',
        mails: ['subscription-ended'],
      })
    },
  )

  it('ends one that was not renewed in time', () => {
    expect(by(late(active))).toMatchObject({
      next: { status: 'cancelled' },
      alert: 'charged-back',
      mails: ['subscription-ended'],
    })
  })

  it.each([
    'active: renewal on its way',
    'active: more users on their way',
    'active: more users, waiting for the bank',
  ])('waits for a charge that may be paid: %s', (name) => {
    const { openCharge } = called(name).state
    expect(by(called(name))).toMatchObject({
      next: { status: 'pending-expiry', nextInterval: null, openCharge },
      alert: 'charged-back',
      mails: ['subscription-cancelled'],
    })
  })

  it.each(['cancelled', 'pending-expiry: paid', 'prepaid: followed by a plan', 'trial: followed by a plan'])(
    'of an earlier charge only stops later charges: %s',
    (name) => {
      const { state } = called(name)
      expect(by(called(name))).toMatchObject({
        next: { status: state.status, until: state.until, nextInterval: null },
        alert: 'charged-back',
        mails: [],
      })
    },
  )
})

describe('a chargeback of a charge that was credited in part', () => {
  /** Users leave after their period is paid: the unused part becomes credit. */
  const story = (leaving: number, hours: number) => {
    const at = new Date(active.now.getTime() + hours * 3_600_000)
    const fewer = { ...active, now: at }
    return after(fewer, setUsers(fewer, 3 - leaving), at)
  }

  it('leaves no credit from a reversed charge, whether the dispute was opened before or not', () => {
    fc.assert(
      fc.property(fc.nat(2), fc.nat(24 * 24), fc.boolean(), (leaving, hours, opened) => {
        const { state, now } = story(leaving, hours)
        const [payment] = state.payments
        if (!payment) throw new Error('nothing was paid')
        const { amount } = payment
        const before = payment.creditedNetCents + payment.creditedVatCents
        const books = new Books()
        books.paid(amount)
        books.entries.push(...booking({ kind: 'billed', amount }))
        books.entries.push(...booking({ kind: 'credited', amount: { ...amount, grossCents: before } }))
        expect(books.balance().balanceCents).toBe(state.creditCents)
        const event = { type: 'charged-back', key: payment.key } as const
        const open = opened ? after({ state, now }, event) : { state, now }
        expect(open.state.creditCents).toBe(state.creditCents)
        const creditedCents = amount.grossCents - before
        books.entries.push(...booking({ kind: 'returned', amount, creditedCents }))
        const lost = after(open, { ...event, uncreditedCents: before, again: opened })
        expect(lost.state.creditCents).toBe(books.balance().balanceCents)
        expect(lost.state).toMatchObject({ creditCents: 0, status: 'pending-expiry' })
      }),
      { numRuns: 200, seed },
    )
  })

  it('that was reported before stops nothing that has begun since', () => {
    const again = { type: 'charged-back', key: 'period-1', uncreditedCents: 0, again: true } as const
    expect(decideAt(active.state, again, active.now)).toEqual(unchanged(active.state))
    expect(decideAt(active.state, { ...again, uncreditedCents: 7 }, active.now)).toMatchObject({
      next: { status: 'active', creditCents: active.state.creditCents - 7 },
      mails: [],
    })
  })
})

describe('a purged account', () => {
  const by = ({ state, now }: Situation) => decideAt(state, { type: 'purge' }, now)

  it('keeps neither card nor credit, and its subscription ends without a mail', () => {
    expect(by({ ...active, state: { ...active.state, creditCents: 700 } })).toMatchObject({
      next: { status: 'cancelled', method: null, provider: null, creditCents: 0 },
      detach: 'card-1',
      mails: [],
    })
  })

  it("has no coupon's users left to watch", () => {
    expect(by(called('active: with users included by a coupon'))).toMatchObject({
      next: { status: 'cancelled', licenseCount: 5, includedLicenses: 0, includedUntil: null },
    })
  })

  it('without a card has none to forget', () => {
    expect(by(called('trial: without a card'))).not.toHaveProperty('detach')
  })

  it('gives up a charge that waits for the card holder', () => {
    expect(by(called('active: action required'))).toMatchObject({ voidCharge: 'period-2' })
  })

  it.each(['active: renewal on its way', 'active: more users on their way', 'active: renewal unknown'])(
    'waits for a charge that may be paid: %s',
    (name) => {
      expect(by(called(name))).toEqual({ ok: false, problem: 'charge-in-flight' })
    },
  )
})

describe('the closing of the service', () => {
  const by = ({ state, now }: Situation) => decideAt(state, { type: 'service-closed', closing: null }, now)

  it.each(['trial: followed by a plan', 'prepaid: followed by a plan'])(
    'drops a plan chosen to follow, and announces it: %s',
    (name) => {
      const { state } = called(name)
      expect(by(called(name))).toEqual({
        ok: true,
        next: { ...state, nextInterval: null, version: state.version + 1 },
        mails: ['service-closed'],
      })
    },
  )

  it.each([
    'none: e-mail not confirmed yet',
    'trial: without a card',
    'prepaid: by the admin',
    'pending-expiry: paid',
    'cancelled',
  ])('changes nothing if nothing would follow: %s', (name) => {
    expect(by(called(name))).toEqual({ ok: true, next: called(name).state, mails: [] })
  })

  it.each([
    'active: first period',
    'active: more users on their way',
    'active: more users, waiting for the bank',
    'active: renewal on its way',
  ])('lets paid and possibly paid time run out: %s', (name) => {
    const { state } = called(name)
    expect(by(called(name))).toEqual({
      ok: true,
      next: { ...state, status: 'pending-expiry', nextInterval: null, version: state.version + 1 },
      mails: ['service-closed'],
    })
  })

  it.each(['active: past due, soft', 'active: past due, hard', 'active: action required'])(
    'ends an unpaid subscription: %s',
    (name) => {
      expect(by(called(name))).toMatchObject({
        next: { status: 'cancelled', openCharge: null },
        voidCharge: 'period-2',
        mails: ['service-closed'],
      })
    },
  )

  it('notifies every account once of its remaining time, even if nothing changes', () => {
    for (const name of ['trial: without a card', 'prepaid: by the admin', 'pending-expiry: paid']) {
      const told = after(called(name), { type: 'service-closed', closing: 'first' })
      expect(told.state).toEqual({
        ...called(name).state,
        toldOfClosing: 'first',
        version: called(name).state.version + 1,
      })
      const again = (closing: string | null) =>
        decideAt(told.state, { type: 'service-closed', closing }, told.now)
      expect(again('first')).toEqual({ ok: true, next: told.state, mails: [] })
      expect(again(null)).toEqual({ ok: true, next: told.state, mails: [] })
      expect(again('second')).toMatchObject({ mails: ['service-closed'] })
    }
    const active = after(called('active: first period'), { type: 'service-closed', closing: 'first' })
    expect(decideAt(active.state, { type: 'service-closed', closing: 'first' }, active.now)).toEqual({
      ok: true,
      next: active.state,
      mails: [],
    })
  })

  it('ends one that was not renewed in time', () => {
    expect(by(late(active))).toMatchObject({ next: { status: 'cancelled' }, mails: ['service-closed'] })
  })
})

describe('a declaration for good cause of a grant, with a future day', () => {
  const declared = ({ state, now }: Situation) =>
    decideAt(
      state,
      {
        type: 'declaration-accepted',
        declared: 'extraordinary',
        declaredAt: now,
        notBefore: new Date(now.getTime() + 86_400_000),
        earlier: [],
      },
      now,
    )

  it('lets the grant expire, and cancels what was to follow it', () => {
    expect(declared(called('prepaid: followed by a plan'))).toMatchObject({
      next: { status: 'prepaid', nextInterval: null },
      mails: ['subscription-cancelled'],
    })
  })

  it.each(['prepaid: by the admin', 'prepaid: by a coupon'])('has nothing to end: %s', (name) => {
    expect(declared(called(name))).toEqual({ ok: false, problem: 'not-cancellable' })
  })
})

describe('an early fraud warning', () => {
  it('stops the charging as a chargeback does, and leaves the money to be given back', () => {
    expect(decideAt(active.state, { type: 'fraud-warned' }, active.now)).toMatchObject({
      next: { status: 'pending-expiry', payments: active.state.payments },
      alert: 'charged-back',
      mails: ['subscription-cancelled'],
    })
  })
})

describe('a customer who was deleted at the provider', () => {
  const gone = (provider: string) => decideAt(active.state, { type: 'customer-gone', provider }, active.now)

  it('has no card, and the subscription continues', () => {
    expect(gone(active.state.provider ?? '')).toMatchObject({
      next: { status: 'active', method: null, until: active.state.until },
      mails: [],
    })
  })

  it('without a card has none to lose', () => {
    const { state } = called('trial: without a card')
    const known = { ...state, provider: 'sandbox' }
    const event = { type: 'customer-gone', provider: 'sandbox' } as const
    expect(decideAt(known, event, active.now)).toEqual(unchanged(known))
  })

  it('at another provider is nothing to this card', () => {
    expect(gone('another')).toEqual(unchanged(active.state))
  })
})
