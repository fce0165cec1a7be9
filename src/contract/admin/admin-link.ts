import * as z from 'zod/mini'
import { Code, Email, Password } from '#contract/accounts/accounts.ts'
import { Line } from '#contract/shapes.ts'

/** What the page behind the command line's link is told. */
export const AdminLinkCode = z.strictObject({ code: Code })

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

export const NewAdmin = z.strictObject({ code: Code, name: Line(200), email: Email, password: Password })
export const NewAdminPassword = z.strictObject({ code: Code, password: Password })
