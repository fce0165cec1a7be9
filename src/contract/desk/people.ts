import * as z from 'zod/mini'
import { Cents, Instant, Line, Page } from '#contract/shapes.ts'

/** `none`: the account never had a subscription. The others are in product.md section 4, at this moment. */
const PersonStatus = z.enum(['none', 'trial', 'prepaid', 'active', 'pending-expiry', 'cancelled'])
export type PersonStatus = z.output<typeof PersonStatus>
const Language = z.enum(['en', 'de'])

const filter = {
  /** A part of a name or an email, or a whole number, VAT id, last four digits of a card or id of a provider. */
  search: z.optional(Line(254)),
  status: z.optional(PersonStatus),
  /** `trouble`: a charge failed or waits for the customer. */
  payment: z.optional(z.enum(['ok', 'trouble'])),
  language: z.optional(Language),
}

/** All conditions hold together. Newest accounts first, unless sorted. */
export const PeopleFilter = z.strictObject({
  ...filter,
  sort: z.optional(z.enum(['since', 'name', 'until'])),
  descending: z.optional(z.enum(['yes', 'no'])),
  /** From 0, ten a page. */
  page: z.optional(Page),
})
export type PeopleFilter = z.output<typeof PeopleFilter>

export const PeopleFileFilter = z.strictObject(filter)

/** By what an account was found: nothing of these without a search. */
const FoundBy = z.enum(['contact', 'contract', 'invoice', 'order', 'vat-id', 'card', 'provider'])
export type FoundBy = z.output<typeof FoundBy>

/** An account with its owner. */
const PersonRow = z.strictObject({
  accountId: z.uuid(),
  name: z.string(),
  /** Primary contact of the owner; empty without one. */
  email: z.string(),
  confirmed: z.boolean(),
  contractNumber: z.string(),
  status: PersonStatus,
  /** `trouble`: a charge failed or waits for the customer. */
  payment: z.enum(['ok', 'trouble']),
  /** Users, and how many the subscription is for. */
  users: z.int(),
  seats: z.int(),
  since: Instant,
  /** End of the subscription; null without one. */
  until: z.nullable(Instant),
  /** A pause that is planned (`from` is ahead) or under way; its end is `until`. */
  pausedFrom: z.optional(Instant),
  /** Net, of all invoices less credit notes, those of orders included. */
  revenueCents: Cents,
  /** Last use by any user, without the admin's; null where no browser is known any more. */
  lastSeenAt: z.nullable(Instant),
  language: Language,
  foundBy: z.optional(FoundBy),
})
export type PersonRow = z.output<typeof PersonRow>

export const People = z.strictObject({
  /** On all pages. */
  count: z.int(),
  /** A search found more accounts than are counted and listed. */
  more: z.boolean(),
  people: z.array(PersonRow),
})

/** What the search field of the desk finds: a few of each kind. */
export const FoundAtDesk = z.strictObject({
  people: z.array(
    z.strictObject({
      /** Of the account, or of the contact of a user of one. */
      id: z.uuid(),
      name: z.string(),
      email: z.string(),
      foundBy: FoundBy,
    }),
  ),
  orders: z.array(z.strictObject({ id: z.uuid(), number: z.string(), email: z.string() })),
  videos: z.array(z.strictObject({ id: z.string(), title: z.string() })),
})
