import * as z from 'zod/mini'
import { RichText } from '#contract/rich-text.ts'
import { Instant, Line, Page, Text } from '#contract/shapes.ts'
import { broadcastKinds, broadcastLanguages, broadcastStatuses } from './broadcast-lists.ts'

const Language = z.enum(broadcastLanguages)
const Status = z.enum(broadcastStatuses)

const draft = {
  /** `contract`: a notice to customers without advertising. */
  kind: z.enum(broadcastKinds),
  /** Of the text. */
  language: Language,
  subject: Line(150),
  /** Markdown. */
  text: Text(20_000),
  /** Recipients with this language; null for all. */
  toLanguage: z.nullable(Language),
  /** Accounts with this subscription now; null for all. */
  toStatus: z.nullable(Status),
}
export const BroadcastDraft = z.strictObject(draft)
export type BroadcastDraft = z.output<typeof BroadcastDraft>
export const draftFields = draft

/** As its recipients will read it, and how many there are now. */
export const BroadcastPreview = z.strictObject({
  recipients: z.int(),
  text: RichText,
  note: z.string(),
})

export const BroadcastsPage = z.strictObject({ page: z.optional(Page) })

const Broadcast = z.strictObject({
  id: z.uuid(),
  kind: z.enum(broadcastKinds),
  subject: z.string(),
  toLanguage: z.nullable(Language),
  toStatus: z.nullable(z.string()),
  sendAt: Instant,
  state: z.enum(['scheduled', 'sending', 'sent', 'stopped', 'stopped-refusals']),
  /** Counted when it was ordered. */
  recipients: z.int(),
  /** Taken by the mail servers of the recipients. */
  sent: z.int(),
  /** Refused by them for good, or given up after 5 days. */
  refused: z.int(),
  /** Handed over and never answered: taken or not, and not sent again. */
  unknown: z.int(),
  /** Recipients who have unsubscribed since they got it. */
  unsubscribed: z.int(),
})
export type Broadcast = z.output<typeof Broadcast>

/** `count`: on all pages. */
export const Broadcasts = z.strictObject({
  count: z.int(),
  /** MAIL_PER_HOUR. */
  perHour: z.int(),
  broadcasts: z.array(Broadcast),
})
