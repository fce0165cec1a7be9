import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import type { Call } from '#contract/call.ts'
import { Done, Line } from '#contract/shapes.ts'
import { audiences } from '#domain/notices.ts'

/** A time where the seller is, such as `2026-11-28T22:00`; empty for none. */
const NoticeTime = Line(16)

const Announcement = z.strictObject({
  text: z.strictObject({ en: Line(300), de: Line(300) }),
  /** A path of this site or an external address; empty for none. */
  link: Line(500),
  audience: z.enum(audiences),
  from: NoticeTime,
  until: NoticeTime,
})
const Maintenance = z.strictObject({ from: NoticeTime, until: NoticeTime })
const State = z.nullable(z.enum(['coming', 'now', 'over']))
const password = z.optional(CurrentPassword)

/** The admin's calls about what is said above every page. */
export const adminNoticeCalls = {
  noticesAtDesk: {
    method: 'GET',
    path: '/api/admin/notices',
    actor: 'admin',
    summary: 'The announcement and the planned maintenance, and whether each is shown',
    replies: {
      200: z.strictObject({
        announcement: z.nullable(Announcement),
        announcementState: State,
        maintenance: z.nullable(Maintenance),
        maintenanceState: State,
      }),
    },
  },
  saveAnnouncement: {
    method: 'POST',
    path: '/api/admin/notices/announcement',
    actor: 'admin',
    idempotent: true,
    summary: 'Shows a text above every page, or with null none',
    body: z.strictObject({ announcement: z.nullable(Announcement), password }),
    replies: { 200: Done },
  },
  saveMaintenance: {
    method: 'POST',
    path: '/api/admin/notices/maintenance',
    actor: 'admin',
    idempotent: true,
    summary: 'Says above every page when work on the site is planned, or with null nothing',
    body: z.strictObject({ maintenance: z.nullable(Maintenance), password }),
    replies: { 200: Done },
  },
} as const satisfies Record<string, Call>
