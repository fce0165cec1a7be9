import * as z from 'zod/mini'
import { Code, Email, Password } from '#contract/accounts/accounts.ts'
import { NextStep } from '#contract/accounts/credentials.ts'
import type { Call } from '#contract/call.ts'
import { Done, Line } from '#contract/shapes.ts'

/** Data for the page of the command line's link. */
const AdminLinkCode = z.strictObject({ code: Code })

/** What the link permits. `email` of a new admin only pre-fills the form. */
export const AdminLink = z.discriminatedUnion('purpose', [
  z.strictObject({ purpose: z.literal('new-admin'), email: z.nullable(z.string()) }),
  z.strictObject({
    purpose: z.literal('new-password'),
    email: z.string(),
    /** Their second factors are removed along with the former password. */
    withoutTwoFactor: z.boolean(),
  }),
])
export type AdminLink = z.output<typeof AdminLink>

const NewAdmin = z.strictObject({ code: Code, name: Line(200), email: Email, password: Password })
const NewAdminPassword = z.strictObject({ code: Code, password: Password })

/** Calls that make the user of the server's command line the admin, by the link that `npm run admin` prints. */
export const adminLinkCalls = {
  adminLink: {
    method: 'POST',
    path: '/auth/admin-link',
    actor: 'anyone',
    summary: 'What a link of the command line is good for; one answer for all that are good for nothing',
    body: AdminLinkCode,
    replies: { 200: AdminLink },
  },
  createAdmin: {
    method: 'POST',
    path: '/auth/admin-link/admin',
    actor: 'anyone',
    summary: 'Makes the account of the admin and signs them in; uses the link up',
    body: NewAdmin,
    replies: { 200: Done, 202: NextStep },
  },
  renewAdminPassword: {
    method: 'POST',
    path: '/auth/admin-link/password',
    actor: 'anyone',
    summary: 'Chooses a new password of the admin and signs them in; uses the link up',
    body: NewAdminPassword,
    replies: { 200: Done, 202: NextStep },
  },
} as const satisfies Record<string, Call>
