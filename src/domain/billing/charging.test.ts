import { describe, expect, it } from 'vitest'
import type { Interval } from '#domain/interval.ts'
import {
  active,
  after,
  called,
  context,
  day,
  decideAt,
  none,
  type Situation,
  setUsers,
  year,
} from '#support/billing-states.ts'
import { startCycle } from './billing-period.ts'
import { attempt, cycleToExtend, dueCents, graceEnd, owe, periodPurpose, purposeAtOnce } from './charging.ts'
import type { OpenCharge, SubscriptionState } from './state.ts'

const at = (now: Date) => ({ ...context, now })
const { state } = active

describe('a card is charged', () => {
  it.each([
    // invoice, balance, due; all gross
    [3570, 0, 3570],
    [3570, 1428, 2142],
    [3570, 3570, 0],
    [3570, 5000, 0],
    // an amount below the smallest charge is added to the next
    [3570, -30, 3600],
    // 50 cents are the smallest charge
    [50, 0, 50],
    [49, 0, 0],
    [3570, 3521, 0],
  ])('for an invoice of %i cents, with a balance of %i, %i', (invoiceCents, creditCents, due) => {
    expect(dueCents({ creditCents }, invoiceCents)).toBe(due)
  })
})

const seats = {
  kind: 'seats',
  paidBefore: 3,
  paidLicenses: 5,
  from: day('2026-11-26'),
  until: new Date('2026-12-21T00:00:00Z'),
  priceCents: 1000,
} as const

function nextPeriodOf(paying: SubscriptionState) {
  const { plan, interval } = active.state
  if (!plan || !interval) throw new Error('nothing to be paid for')
  const cycle = cycleToExtend(paying, at(day('2026-12-21')))
  return periodPurpose(paying, { cycle, plan, interval, paidLicenses: 3, starts: 'at-until', term: 2 })
}

describe('the amount due', () => {
  it('for the next period is the month after this one, at the price of its users', () => {
    const purpose = nextPeriodOf(state)
    expect(purpose).toMatchObject({
      kind: 'period',
      index: 2,
      term: 2,
      priceCents: 3000,
      from: new Date('2026-12-21T00:00:00Z'),
      until: new Date('2027-01-21T00:00:00Z'),
    })
    expect(owe(state, purpose, at(day('2026-12-21')))).toMatchObject({
      next: { periodIndex: 2, openCharge: { key: 'period-2', state: 'submitted', dueCents: 3570 } },
      charge: { key: 'period-2', attempt: 1, method: 'card-1', grossCents: 3570 },
      mails: [],
    })
  })

  it('for more users is named by the version of the subscription, and counts no period', () => {
    const decision = owe({ ...state, creditCents: 300 }, seats, at(active.now))
    expect(decision).toMatchObject({
      next: { periodIndex: 1, licenseCount: 3, openCharge: { amount: { grossCents: 1190 } } },
      charge: { key: `seats-${state.version}`, grossCents: 890 },
    })
  })

  it('is paid with the balance at the order, whatever it is at the payment', () => {
    const asked = after({ ...active, state: { ...state, creditCents: 300 } }, setUsers(active, 5))
    const spent = { ...asked, state: { ...asked.state, creditCents: 0 } }
    const { key = '', dueCents = 0 } = asked.state.openCharge ?? {}
    const news = { type: 'charge-answered', key, news: 'succeeded', grossCents: dueCents } as const
    expect(decideAt(spent.state, news, spent.now)).toMatchObject({
      bill: { paidBy: { creditCents: 300, cardCents: dueCents, openCents: 0, alsoCents: 0 } },
    })
  })

  it('and covered by the credit is paid at once, without the card', () => {
    const decision = owe({ ...state, creditCents: 1500 }, seats, at(active.now))
    expect(decision).toMatchObject({
      next: { licenseCount: 5, creditCents: 310, openCharge: null },
      bill: { amount: { grossCents: 1190 }, paidBy: { creditCents: 1190, cardCents: 0, openCents: 0 } },
    })
    expect(decision).not.toHaveProperty('charge')
  })

  it('below the smallest charge is invoiced and stays open until the next one', () => {
    expect(owe(state, { ...seats, priceCents: 41 }, at(active.now))).toMatchObject({
      next: { licenseCount: 5, creditCents: -49, openCharge: null },
      bill: { amount: { grossCents: 49 }, paidBy: { creditCents: 0, cardCents: 0, openCents: 49 } },
    })
  })

  it('without a card waits for one, and a mail is sent', () => {
    const cardless = { ...state, method: null }
    const decision = owe(cardless, nextPeriodOf(cardless), at(day('2026-12-21')))
    expect(decision).toMatchObject({
      next: { openCharge: { key: 'period-2', state: 'created', attempts: 0 } },
      mails: ['payment-refused'],
    })
    expect(decision).not.toHaveProperty('charge')
  })
})

describe('a longer interval at once', () => {
  const purposeIn = ({ state: paying, now }: Situation, interval: Interval = year) =>
    purposeAtOnce(paying, interval, 3, at(now))

  it('begins with the day it is ordered on', () => {
    expect(purposeIn(active)).toMatchObject({
      starts: 'at-once',
      from: new Date('2026-11-26T00:00:00Z'),
      until: new Date('2027-11-26T00:00:00Z'),
    })
  })

  it.each(['pending-expiry: paid', 'active: past due, soft', 'cancelled', 'trial: followed by a plan'])(
    'does not replace an unpaid one: %s',
    (name) => expect(purposeIn(called(name))).toBeUndefined(),
  )

  it('is none that lasts just as long', () => {
    expect(purposeIn(active, { value: 1, unit: 'm' })).toBeUndefined()
    const yearly = { ...active, state: { ...state, interval: { value: 12, unit: 'm' } as const } }
    expect(purposeIn(yearly)).toBeUndefined()
  })
})

describe('one more attempt', () => {
  const declined = called('active: past due, soft')

  it('is the second with the card of that day', () => {
    const paying = { ...declined.state, method: 'card-2' }
    const decision = attempt(paying, paying.openCharge as OpenCharge, at(day('2026-12-22')))
    expect(decision).toMatchObject({
      next: { openCharge: { state: 'submitted', attempts: 2 } },
      charge: { key: 'period-2', attempt: 2, method: 'card-2' },
    })
  })

  it('is not made while another is in progress', () => {
    const { state: paying, now } = called('active: renewal on its way')
    expect(() => attempt(paying, paying.openCharge as OpenCharge, at(now))).toThrow(
      /^period-2 can not be tried again while it is submitted$/,
    )
  })
})

describe('the next period', () => {
  const until = state.until as Date
  const grace = graceEnd(until, 10)

  it('is waited for to the end of the grace', () => {
    expect(grace).toEqual(new Date('2026-12-31T00:00:00Z'))
  })

  it('follows the running one by its day, however long the grace was used', () => {
    expect(cycleToExtend(state, at(new Date(grace.getTime() - 1)))).toEqual(state.cycle)
  })

  it('begins today after the grace period, and if no period was running', () => {
    expect(cycleToExtend(state, at(grace))).toEqual(startCycle(grace, 'UTC'))
    expect(cycleToExtend(none.state, at(none.now))).toEqual(startCycle(none.now, 'UTC'))
  })

  it('begins at the end of a trial, and of a period that was shortened', () => {
    const trial = called('trial: followed by a plan').state
    expect(cycleToExtend(trial, at(day('2026-12-06')))).toEqual(startCycle(day('2026-12-06'), 'UTC'))
    const shortened = { ...state, until: day('2026-12-11') }
    expect(cycleToExtend(shortened, at(day('2026-12-11')))).toEqual(startCycle(day('2026-12-11'), 'UTC'))
  })
})
