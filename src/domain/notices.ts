import { parsePublishingDate, publishingInstant } from './catalogue/publishing-date.ts'

/** Times as `2026-11-28T22:00`, where the seller is; empty for none. */
type Period = { readonly from: string; readonly until: string }

/** Audience of an announcement: everybody, visitors, or signed-in users. */
export const audiences = ['everybody', 'visitors', 'customers'] as const
export type Audience = (typeof audiences)[number]

/** A text above every page. Without `from` it is shown at once, without `until` until it is removed. */
export type Announcement = Period & {
  readonly text: { readonly en: string; readonly de: string }
  /** A path of this site or an external address; empty for none. */
  readonly link: string
  readonly audience: Audience
}

/** Planned work on the site, announced as soon as it is saved. */
export type Maintenance = Period

export type Notices = {
  readonly announcement: Announcement | null
  readonly maintenance: Maintenance | null
}

export type NoticeState = 'coming' | 'now' | 'over'

/** Returns whether a period is to come, runs, or has ended; its end is not part of it. */
export function noticeState({ from, until }: Period, now: Date, zone: string): NoticeState {
  if (until !== '' && noticeInstant(until, zone) <= now) return 'over'
  return from !== '' && noticeInstant(from, zone) > now ? 'coming' : 'now'
}

/** Returns what is wrong with a period: its end is not after its beginning, or has passed already. */
export function noticeFault(
  { from, until }: Period,
  now: Date,
  zone: string,
): 'notice-until-early' | 'notice-until-past' | undefined {
  if (until === '') return undefined
  const end = noticeInstant(until, zone)
  if (from !== '' && end <= noticeInstant(from, zone)) return 'notice-until-early'
  return end <= now ? 'notice-until-past' : undefined
}

/** Whether a text is a time of notices. */
export function isNoticeTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && parsePublishingDate(text.replace('T', ' ')) !== undefined
}

/** Returns the instant of a time of notices. */
export function noticeInstant(text: string, zone: string): Date {
  const date = parsePublishingDate(text.replace('T', ' '))
  if (!date) throw new RangeError(`"${text}" is no time of a notice`)
  return publishingInstant(date, zone)
}
