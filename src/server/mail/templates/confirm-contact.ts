import { href } from '#contract/pages.ts'
import { pendingContactDays } from '#domain/contact.ts'
import { m } from '#messages/generated/messages.js'
import { greetingOf, type Letter, type Sender } from '#server/mail/letter.ts'

/** Asks somebody to confirm that an address is theirs. The link opens a page; only the button there confirms. */
export function confirmContactLetter(
  { name, email, code }: { readonly name: string; readonly email: string; readonly code: string },
  { productName, baseUrl }: Sender,
): Letter {
  return {
    subject: m.mail_confirm_contact_subject({ product: productName }),
    greeting: greetingOf(name),
    text: m.mail_confirm_contact_text({ email }),
    button: m.mail_confirm_contact_button(),
    href: new URL(href('confirmContact', {}, { contact: email, code }), baseUrl).href,
    note: m.mail_confirm_contact_note({ days: pendingContactDays }),
  }
}
