import { href } from '#contract/pages.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { greetingOf, type Letter, type Sender } from '#server/mail/letter.ts'

/** What changed about how somebody signs in. */
export type CredentialChange = keyof typeof sentences

/** Tells a user that something changed about how they sign in, and where to look at it if it was not them. */
export function credentialsChangedLetter(
  { name, change }: { readonly name: string; readonly change: CredentialChange },
  { productName, baseUrl }: Sender,
  locale: Language,
): Letter {
  return {
    language: locale,
    subject: m.mail_credentials_changed_subject({ product: productName }, { locale }),
    greeting: greetingOf(name, locale),
    text: sentences[change]({ product: productName }, { locale }),
    button: m.mail_credentials_changed_button({}, { locale }),
    href: new URL(href('security'), baseUrl).href,
    note: m.mail_credentials_changed_note({}, { locale }),
  }
}

const sentences = {
  'password-changed': m.mail_credentials_changed_password,
  'totp-on': m.mail_credentials_changed_totp_on,
  'totp-off': m.mail_credentials_changed_totp_off,
  'recovery-codes-renewed': m.mail_credentials_changed_recovery_codes,
  'recovery-code-used': m.mail_credentials_changed_recovery_code_used,
  'passkey-added': m.mail_credentials_changed_passkey_added,
  'passkey-removed': m.mail_credentials_changed_passkey_removed,
  'two-factor-removed': m.mail_credentials_changed_two_factor_removed,
} as const
