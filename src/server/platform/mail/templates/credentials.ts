import { deskHref } from '#contract/desk/desk-pages.ts'
import { href } from '#contract/pages.ts'
import { browserNameOf } from '#domain/accounts/browser-name.ts'
import { resetCodeMinutes } from '#domain/accounts/password.ts'
import { formatDay } from '#domain/dates.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { composeMail, type MailContent, mailOf, type Sender } from '#server/platform/mail/compose-mail.ts'

/** The link to choose a new password. It opens a page; only its button changes anything. */
export const resetPasswordMail = mailOf(
  ({ name, email, code }: { readonly name: string; readonly email: string; readonly code: string }) => ({
    facts: { minutes: resetCodeMinutes },
    name,
    subject: m.mail_reset_password_subject,
    text: m.mail_reset_password_text,
    button: m.mail_reset_password_button,
    page: href('resetPassword', {}, { contact: email, code }),
    note: m.mail_reset_password_note,
  }),
)

/** Notifies of a temporary password, which is not in the mail: the admin passes it on. */
export const temporaryPasswordMail = mailOf(
  ({ name, hours }: { readonly name: string; readonly hours: number }) => ({
    facts: { hours },
    name,
    subject: m.mail_temporary_password_subject,
    text: m.mail_temporary_password_text,
    button: m.mail_temporary_password_button,
    page: href('login'),
    note: m.mail_temporary_password_note,
  }),
)

/** Notifies a user that the admin signed them out everywhere. */
export const sessionsEndedMail = mailOf(({ name }: { readonly name: string }) => ({
  facts: {},
  name,
  subject: m.mail_sessions_ended_subject,
  text: m.mail_sessions_ended_text,
  button: m.mail_temporary_password_button,
  page: href('login'),
  note: m.mail_sessions_ended_note,
}))

/** Notifies a user that the admin has taken back the wrong passwords and codes that locked them out. */
export const loginReleasedMail = mailOf(({ name }: { readonly name: string }) => ({
  facts: {},
  name,
  subject: m.mail_login_released_subject,
  text: m.mail_login_released_text,
  button: m.mail_temporary_password_button,
  page: href('login'),
  note: m.mail_login_released_note,
}))

/** Changes of a user's credentials. */
export type CredentialChange = keyof typeof credentialChanges

/** The code host account that a user signs in with besides the password; `unlinked`: until now. */
export type LinkedCodeHost = { readonly login: string; readonly unlinked: boolean }

/**
 * Notifies a user of changed credentials, and where to review them. If a code host account can still sign in, the mail
 * says so: a new password does not unlink it.
 */
export function credentialsChangedMail(
  {
    name,
    change,
    codeHost,
  }: {
    readonly name: string
    readonly change: CredentialChange
    readonly codeHost?: LinkedCodeHost | undefined
  },
  sender: Sender,
  locale: Language,
): MailContent {
  const facts = { login: codeHost?.login ?? '' }
  const ofCodeHost = codeHost?.unlinked ? m.mail_code_host_unlinked_text : m.mail_code_host_still_linked
  return composeMail(sender, locale, facts, {
    name,
    subject: m.mail_credentials_changed_subject,
    text: (said, options) =>
      [credentialChanges[change](said, options), ...(codeHost ? [ofCodeHost(said, options)] : [])].join(
        '\n\n',
      ),
    button: m.mail_credentials_changed_button,
    page: href('security'),
    note: m.mail_credentials_changed_note,
  })
}

/** The code that replaces password and second factor for users who have neither. */
export const proofCodeMail = mailOf(
  ({ name, code, minutes }: { readonly name: string; readonly code: string; readonly minutes: number }) => ({
    facts: { code, minutes },
    name,
    subject: m.mail_proof_code_subject,
    text: m.mail_proof_code_text,
    button: m.mail_credentials_changed_button,
    page: href('security'),
    note: m.mail_proof_code_note,
  }),
)

const credentialChanges = {
  'password-changed': m.mail_credentials_changed_password,
  'totp-on': m.mail_credentials_changed_totp_on,
  'totp-off': m.mail_credentials_changed_totp_off,
  'recovery-codes-renewed': m.mail_credentials_changed_recovery_codes,
  'recovery-code-used': m.mail_credentials_changed_recovery_code_used,
  'passkey-added': m.mail_credentials_changed_passkey_added,
  'passkey-removed': m.mail_credentials_changed_passkey_removed,
  'two-factor-reset': m.mail_credentials_changed_two_factor_reset,
  'two-factor-removed': m.mail_credentials_changed_two_factor_removed,
} as const

/** Notifies a user that a code host account can, or can no longer, sign in for them, and where to review it. */
export const codeHostChangedMail = mailOf(
  ({ name, login, linked }: { readonly name: string; readonly login: string; readonly linked: boolean }) => ({
    facts: { login },
    name,
    subject: m.mail_code_host_subject,
    text: linked ? m.mail_code_host_linked_text : m.mail_code_host_unlinked_text,
    button: m.mail_code_host_button,
    page: href('security'),
    note: linked ? m.mail_code_host_linked_note : m.mail_code_host_unlinked_note,
  }),
)

/** Notifies the admin of repeated wrong passwords in one of their sessions. */
export const wrongAdminPasswordsMail = mailOf(({ name }: { readonly name: string }) => ({
  facts: {},
  name,
  subject: m.mail_wrong_admin_passwords_subject,
  text: m.mail_wrong_admin_passwords_text,
  button: m.mail_credentials_changed_button,
  page: href('security'),
  note: m.mail_wrong_admin_passwords_note,
}))

/** Notifies the admin of guesses at coupon codes. */
export const couponAlarmMail = mailOf(({ name }: { readonly name: string }) => ({
  facts: {},
  name,
  subject: m.mail_coupon_alarm_subject,
  text: m.mail_coupon_alarm_text,
  button: m.mail_coupon_alarm_button,
  page: deskHref('couponAssociates'),
  note: m.mail_coupon_alarm_note,
}))

type SignInFacts = {
  readonly name: string
  readonly at: Date
  /** Untrusted: only known browser names get into the mail. */
  readonly userAgent: string | null
  readonly network: string
}

/** Notifies a user of a sign-in from a new browser. */
export const newBrowserMail = mailOf(({ name, at, userAgent, network }: SignInFacts, locale) => {
  const instant = at.toISOString()
  const time = `${formatDay(instant.slice(0, 10), locale)}, ${instant.slice(11, 16)} UTC`
  return {
    facts: { browser: shownBrowser(userAgent, locale), time, network },
    name,
    subject: m.mail_new_browser_subject,
    text: m.mail_new_browser_text,
    button: m.mail_new_browser_button,
    page: href('security'),
    note: m.mail_new_browser_note,
  }
})

function shownBrowser(userAgent: string | null, locale: Language): string {
  const named = browserNameOf(userAgent)
  if (!named) return m.browser_unknown({}, { locale })
  const { browser, system } = named
  return system === undefined ? browser : m.browser_on_system({ browser, system }, { locale })
}
