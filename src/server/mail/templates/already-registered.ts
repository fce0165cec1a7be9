import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import type { Letter, Sender } from '#server/mail/letter.ts'

/** Tells the owner of an account that somebody tried to register with their address. Nothing of what was typed is in it. */
export function alreadyRegisteredLetter(
  { email }: { readonly email: string },
  { productName, baseUrl }: Sender,
): Letter {
  return {
    subject: m.mail_already_registered_subject({ product: productName }),
    greeting: m.mail_greeting_without_name(),
    text: m.mail_already_registered_text({ email }),
    button: m.mail_already_registered_button(),
    href: new URL(href('login'), baseUrl).href,
    note: m.mail_already_registered_note(),
  }
}
