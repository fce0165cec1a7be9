import { graceEnd } from '#domain/billing/charging.ts'
import type { BillingContext, Decision } from '#domain/billing/decision.ts'
import type { AnnouncePriceEvent } from '#domain/billing/new-price/announce-price.ts'
import type { PriceMove } from '#domain/billing/new-price/price-move.ts'
import { quoteUsers } from '#domain/billing/seats.ts'
import { noSubscription, type SubscriptionState } from '#domain/billing/state.ts'
import { type BillingEvent, decide } from '#domain/billing/subscription-machine.ts'
import { priceSets } from '#domain/pricing.ts'

/** A subscription in one of the machine's situations, and a moment in it. */
export type Situation = { readonly state: SubscriptionState; readonly now: Date }

export const day = (date: string) => new Date(`${date}T12:00:00Z`)
const november21 = day('2026-11-21')
const november26 = day('2026-11-26')

/** The default circumstances: open, 10 days of grace, days by UTC, 19 %. */
export const context: Omit<BillingContext, 'now'> = {
  serviceMode: 'open',
  graceDays: 10,
  zone: 'UTC',
  vatBasisPoints: 1900,
}

/** The decision in the default circumstances at `now`. */
export function decideAt(
  state: SubscriptionState,
  event: BillingEvent,
  now: Date,
  world: Partial<BillingContext> = {},
): Decision {
  return decide(state, event, { ...context, now, ...world })
}

/** Returns the state after an event that must be accepted. */
export function after({ state, now }: Situation, event: BillingEvent, at = now): Situation {
  const decision = decideAt(state, event, at)
  if (!decision.ok) throw new Error(`${event.type}: ${decision.problem}`)
  return { state: decision.next, now: at }
}

export const month = { value: 1, unit: 'm' } as const
export const year = { value: 1, unit: 'y' } as const
const plan = priceSets.launch

export const subscribing = {
  type: 'subscribe',
  interval: month,
  plan,
  method: 'card-1',
  provider: 'sandbox',
  users: 3,
  confirmed: true,
  billingComplete: true,
} as const
export const confirming = { type: 'email-confirmed', trialDays: 14, hadTrial: false } as const
export const coupon = {
  code: 'WELCOME',
  licenseCount: 2,
  interval: { value: 2, unit: 'm' },
  uses: 0,
  maxUses: null,
  validUntil: null,
} as const
const assigning = { type: 'assign-prepaid', licenseCount: 3, interval: { value: 2, unit: 'm' } } as const

/** The card of a customer who was moved in: three users for 30.00 gross a month. */
export const takingOver = {
  type: 'take-over',
  plan,
  interval: month,
  users: 3,
  price: { cents: 3000, kind: 'gross' },
  method: 'card-1',
  provider: 'stripe',
} as const

/** Replies to the open charge. */
function answering(
  { openCharge }: SubscriptionState,
  news: (BillingEvent & { type: 'charge-answered' })['news'],
): BillingEvent {
  return {
    type: 'charge-answered',
    key: openCharge?.key ?? 'period-99',
    news,
    grossCents: openCharge?.dueCents ?? 1190,
  }
}

export function answered(
  situation: Situation,
  news: (BillingEvent & { type: 'charge-answered' })['news'],
): Situation {
  return after(situation, answering(situation.state, news))
}

/** No subscription. */
export const none: Situation = { state: noSubscription(true), now: november21 }
const trial = { ...after(none, confirming), now: november26 }
const trialWithPlan = after(trial, subscribing)
const prepaid = { ...after(none, assigning), now: november26 }
/** Subscribed on 21 November 2026 with three users, monthly. */
export const active = { ...answered(after(none, subscribing), 'succeeded'), now: november26 }
const paysByYear = answered(after(none, { ...subscribing, interval: year }), 'succeeded')
const yearTwo = {
  ...answered(after(paysByYear, { type: 'until-reached', users: 3 }, day('2027-11-21')), 'succeeded'),
  now: day('2028-02-21'),
}
const pausing = after(active, { type: 'pause', months: 2 })
/** A new price from the renewal of 21 December on, mailed on 1 November. */
const announced = withMove({})
const seatsOnTheirWay = after(active, setUsers(active, 5))
const renewing = after(active, { type: 'until-reached', users: 3 }, day('2026-12-21'))
const cancelled = {
  ...after(after(active, { type: 'cancel' }), { type: 'until-reached', users: 3 }, day('2026-12-21')),
  now: day('2027-02-01'),
}

/** Every situation by name. */
export const situations: Readonly<Record<string, Situation>> = {
  'none: e-mail not confirmed yet': none,
  'trial: without a card': trial,
  'trial: followed by a plan': trialWithPlan,
  'trial: cancelled (pending-expiry)': after(trialWithPlan, { type: 'cancel' }),
  'prepaid: by the admin': prepaid,
  'prepaid: by a coupon': { ...after(none, { ...confirming, coupon }), now: november26 },
  'prepaid: followed by a plan': after(prepaid, subscribing),
  'active: first period': active,
  'active: with users included by a coupon': after(active, {
    type: 'redeem-coupon',
    coupon,
    usedBefore: false,
  }),
  'active: a pause of 2 months is ahead': pausing,
  'active: paused for 2 months': { ...pausing, now: day('2027-01-05') },
  'active: second year': yearTwo,
  'active: second year, a business': { ...yearTwo, state: { ...yearTwo.state, consumer: false } },
  'active: a new price announced': announced,
  'active: a new price agreed to': after(announced, { type: 'accept-price', id: 'spring' }),
  'active: it ends without an answer': withMove({ otherwise: 'end' }),
  'active: more users on their way': seatsOnTheirWay,
  'active: more users, waiting for the bank': answered(seatsOnTheirWay, 'needs-action'),
  'active: renewal on its way': renewing,
  'active: renewal unknown': answered(renewing, 'unknown'),
  'active: past due, soft': answered(renewing, 'declined-soft'),
  'active: past due, hard': answered(renewing, 'declined-hard'),
  'active: action required': answered(renewing, 'needs-action'),
  'pending-expiry: paid': after(active, { type: 'cancel' }),
  'pending-expiry: cancelled during the renewal': after(renewing, { type: 'cancel' }),
  cancelled,
  'cancelled: subscribing again, on its way': after(cancelled, subscribing),
  'cancelled: subscribing again, waiting for the bank': answered(
    after(cancelled, subscribing),
    'needs-action',
  ),
}

/** Returns the situation of this name. */
export function called(name: string): Situation {
  const situation = situations[name]
  if (!situation) throw new Error(`no situation is called "${name}"`)
  return situation
}

type Happening = (situation: Situation) => { readonly event: BillingEvent; readonly at?: Date | undefined }

const accepting = (declared: 'ordinary' | 'extraordinary' | 'withdrawal', declaredAt: Date) =>
  ({ type: 'declaration-accepted', declared, declaredAt, earlier: [] }) as const

/** Every event by type; timed ones at their time. */
export const happenings: Readonly<Record<BillingEvent['type'], Readonly<Record<string, Happening>>>> = {
  'email-confirmed': { 'e-mail confirmed': () => ({ event: confirming }) },
  subscribe: {
    'subscribe by the month': () => ({ event: { ...subscribing, method: undefined } }),
    'subscribe by the month, with a card': () => ({ event: subscribing }),
    'subscribe by the year, with another card': () => ({
      event: { ...subscribing, interval: year, method: 'card-2' },
    }),
    'subscribe by the year, at once': () => ({ event: { ...subscribing, interval: year, atOnce: true } }),
  },
  'set-users': {
    'five users': (situation) => ({ event: setUsers(situation, 5) }),
    'five users, without the price agreed': () => ({ event: { type: 'set-users', users: 5 } }),
    'one user': (situation) => ({ event: setUsers(situation, 1) }),
  },
  'update-card': {
    'another card': () => ({ event: { type: 'update-card', method: 'card-2', provider: 'sandbox' } }),
  },
  cancel: { cancel: () => ({ event: { type: 'cancel' } }) },
  resume: { resume: () => ({ event: { type: 'resume', users: 3 } }) },
  refund: { refund: () => ({ event: { type: 'refund' } }) },
  withdraw: { withdraw: () => ({ event: { type: 'withdraw' } }) },
  'declaration-accepted': {
    'a cancellation accepted': ({ now }) => ({ event: accepting('ordinary', now) }),
    'a cancellation for good cause accepted': ({ now }) => ({ event: accepting('extraordinary', now) }),
    'a withdrawal accepted': ({ now }) => ({ event: accepting('withdrawal', now) }),
  },
  'redeem-coupon': {
    'redeem a coupon for 2 users': () => ({
      event: { type: 'redeem-coupon', coupon: { ...coupon, code: 'SECOND' }, usedBefore: false },
    }),
  },
  'assign-prepaid': { 'assign 3 prepaid licences': () => ({ event: assigning }) },
  'move-in': {
    'moved in by the admin, with 3 seats for a month': ({ now }) => ({
      event: { type: 'move-in', licenseCount: 3, until: new Date(now.getTime() + 30 * 864e5) },
    }),
  },
  'take-over': {
    'a card taken over after moving in': () => ({ event: takingOver }),
  },
  'give-days': { '30 free days given by the admin': () => ({ event: { type: 'give-days', days: 30 } }) },
  pause: { 'paused for 2 months by the admin': () => ({ event: { type: 'pause', months: 2 } }) },
  'end-pause': { 'the pause ended by the admin': () => ({ event: { type: 'end-pause' } }) },
  'change-grant': {
    'the grant lengthened by the admin, to one user': ({ state, now }) => ({
      event: {
        type: 'change-grant',
        licenseCount: 1,
        until: new Date(latest(state.until, now).getTime() + 864e5),
      },
    }),
    'the grant shortened by the admin': ({ now }) => ({
      event: { type: 'change-grant', licenseCount: 3, until: new Date(now.getTime() + 864e5) },
    }),
  },
  'refund-charge': {
    "a part of the period's charge refunded to the card by the admin": () => ({
      event: { type: 'refund-charge', key: 'period-1', grossCents: 1000, goesTo: 'card' },
    }),
    "a part of the period's charge refunded to the balance by the admin": () => ({
      event: { type: 'refund-charge', key: 'period-1', grossCents: 1000, goesTo: 'credit' },
    }),
  },
  'cancel-for': {
    'cancelled at the end by the admin': ({ now }) => ({
      event: { type: 'cancel-for', when: 'end', at: now },
    }),
    'cancelled now by the admin': ({ now }) => ({ event: { type: 'cancel-for', when: 'now', at: now } }),
  },
  'announce-price': {
    'a new price announced by the admin': ({ now }) => ({
      event: { type: 'announce-price', move: newPrice(now), users: 3 },
    }),
  },
  'price-mailed': {
    'the mail about a new price taken': ({ now }) => ({
      event: { type: 'price-mailed', id: 'spring', at: now },
    }),
  },
  'accept-price': { 'the new price agreed to': () => ({ event: { type: 'accept-price', id: 'spring' } }) },
  'drop-price': {
    'the new price withdrawn by the admin': () => ({
      event: { type: 'drop-price', id: 'spring', tells: true },
    }),
  },
  'take-back': { 'the grant taken back by the admin': () => ({ event: { type: 'take-back' } }) },
  'until-reached': {
    '`until` reached': ({ state, now }) => ({
      event: { type: 'until-reached', users: 3 },
      at: latest(state.until, now),
    }),
  },
  'retry-due': {
    'a day after the decline': ({ now }) => ({
      event: { type: 'retry-due' },
      at: new Date(now.getTime() + 86_400_000),
    }),
  },
  'grace-over': {
    'grace over': ({ state, now }) => ({
      event: { type: 'grace-over' },
      at: latest(state.until && graceEnd(state.until, 10), now),
    }),
  },
  'try-again': { 'tried again by its holder': () => ({ event: { type: 'try-again' } }) },
  'included-ended': {
    "the coupon's time over": ({ state, now }) => ({
      event: { type: 'included-ended' },
      at: latest(state.includedUntil, now),
    }),
  },
  'charge-answered': {
    'charge paid': ({ state }) => ({ event: answering(state, 'succeeded') }),
    'charge declined, soft': ({ state }) => ({ event: answering(state, 'declined-soft') }),
    'charge declined, hard': ({ state }) => ({ event: answering(state, 'declined-hard') }),
    'the bank asks the card holder': ({ state }) => ({ event: answering(state, 'needs-action') }),
    'charge still processing': ({ state }) => ({ event: answering(state, 'processing') }),
    'no answer': ({ state }) => ({ event: answering(state, 'unknown') }),
    'the provider knows no such charge': ({ state }) => ({ event: answering(state, 'abandoned') }),
    'a charge paid that nobody waits for': () => ({
      event: { type: 'charge-answered', key: 'period-77', news: 'succeeded', grossCents: 1190 },
    }),
  },
  'charged-back': { chargeback: () => ({ event: { type: 'charged-back', key: 'period-1' } }) },
  'fraud-warned': { 'early fraud warning': () => ({ event: { type: 'fraud-warned' } }) },
  'refunded-elsewhere': {
    "a part of the period's charge given back at the provider": () => ({
      event: { type: 'refunded-elsewhere', key: 'period-1', grossCents: 100 },
    }),
    "all of the period's charge given back at the provider": () => ({
      event: { type: 'refunded-elsewhere', key: 'period-1', grossCents: 1_000_000 },
    }),
  },
  'vat-confirmed': {
    'the VAT id confirmed, and the tax back on the card': () => ({
      event: { type: 'vat-confirmed', key: 'period-1', vatCents: 570, cardCents: 570 },
    }),
  },
  'customer-gone': {
    'the customer deleted at the provider': ({ state }) => ({
      event: { type: 'customer-gone', provider: state.provider ?? 'stripe' },
    }),
  },
  'service-closed': {
    'the service is closed': () => ({ event: { type: 'service-closed', closing: 'one' } }),
  },
  purge: { 'account purged': () => ({ event: { type: 'purge' } }) },
}

/** A move to plan 2 at 12 euros, without an answer the old price stays. */
export function newPrice(from: Date): AnnouncePriceEvent['move'] {
  return { id: 'spring', plan: { ...plan, id: 'spring', basePriceCents: 1200 }, from, otherwise: 'keep' }
}

/** `active` with that announced, as given. */
export function withMove(move: Partial<PriceMove>): Situation {
  const given = { ...newPrice(active.now), mailedAt: day('2026-11-01'), acceptedAt: null, ...move }
  return { ...active, state: { ...active.state, move: given } }
}

/** Requests a number of users and accepts the price. */
export function setUsers({ state, now }: Situation, users: number): BillingEvent {
  const quote = quoteUsers(state, users, { ...context, now })
  return 'problem' in quote ? { type: 'set-users', users } : { type: 'set-users', users, quote }
}

function latest(one: Date | null, other: Date): Date {
  return one && one.getTime() > other.getTime() ? one : other
}
