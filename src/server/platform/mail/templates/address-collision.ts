import { deskHref } from '#contract/desk/desk-pages.ts'
import { m } from '#messages/generated-mails/messages.js'
import { mailOf } from '#server/platform/mail/compose-mail.ts'

/**
 * Notifies the operator that two accounts had one address in two spellings: ids of the account that keeps it and of the
 * other.
 */
export const addressCollisionMail = mailOf(
  ({
    email,
    keeper,
    loser,
  }: {
    readonly email: string
    readonly keeper: string
    readonly loser: string
  }) => ({
    facts: { email, keeper, loser },
    subject: m.mail_address_collision_subject,
    text: m.mail_address_collision_text,
    button: m.mail_address_collision_button,
    page: deskHref('adminAccount', { id: loser }),
    note: m.mail_address_collision_note,
  }),
)
