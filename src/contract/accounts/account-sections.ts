import * as z from 'zod/mini'
import { Id, Instant, Line, Secret, Text } from '#contract/shapes.ts'
import { languages } from '#domain/language.ts'
import { Account, Email, Password } from './accounts.ts'

/** The bodies of `PUT /api/account/{section}` (product.md section 7). The rules are the domain's. */
export const CurrentPassword = Secret(1024)

export const AccountReply = z.strictObject({ account: Account })

export const NameSection = z.strictObject({ name: Line(200) })
export const ContactSection = z.union([
  z.strictObject({ add: Email, currentPassword: CurrentPassword }),
  z.strictObject({ remove: Id, currentPassword: CurrentPassword }),
])
export const PrimaryContactSection = z.strictObject({ contactId: Id, currentPassword: CurrentPassword })
export const OneContact = z.strictObject({ contactId: Id })
export const NewsletterSection = z.strictObject({ newsletter: z.boolean() })
/** Unsubscribing only: consent is given by the user themselves. */
export const NewsletterEnd = z.strictObject({ newsletter: z.literal(false) })
/** Carried by the link in a newsletter. */
export const UnsubscribeLink = z.strictObject({ token: Line(200) })
/** Sent by mail programs along with the link (RFC 8058). */
export const OneClick = z.strictObject({ 'List-Unsubscribe': z.literal('One-Click') })
export const LanguageSection = z.strictObject({ language: z.enum(languages) })
export const BillingAddressSection = z.strictObject({ address: Text(1000) })
/** Without `business` the stored value stays. */
export const VatIdSection = z.strictObject({
  country: Line(2),
  vatId: Line(40),
  business: z.optional(z.boolean()),
})
export const PasswordSection = z.strictObject({
  currentPassword: CurrentPassword,
  password: Password,
  /** Also unlinks the code host. */
  unlinkCodeHost: z.optional(z.boolean()),
})
export const OwnPassword = z.strictObject({ currentPassword: CurrentPassword })

export const DeletionRequested = z.strictObject({ deletionAt: Instant })

/** Bytes of `application/zip`, sent as an attachment. */
export const Archive = z.unknown()
