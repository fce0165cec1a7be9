import { href } from '#contract/pages.ts'
import { browserNameOf } from '#domain/accounts/browser-name.ts'
import { resetCodeMinutes } from '#domain/accounts/password.ts'
import { formatDay } from '#domain/dates.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { composeMail, type MailContent, type Sender } from '#server/platform/mail/compose-mail.ts'

/** Lets somebody choose a new password. The link opens a page; only the button there changes anything. */
export function resetPasswordMail(
  { name, email, code }: { readonly name: string; readonly email: string; readonly code: string },
  sender: Sender,
  locale: Language,
): MailContent {
  const facts = { minutes: resetCodeMinutes }
  return composeMail(sender, locale, facts, {
    name,
    subject: m.mail_reset_password_subject,
    text: m.mail_reset_password_text,
    button: m.mail_reset_password_button,
    page: href('resetPassword', {}, { contact: email, code }),
    note: m.mail_reset_password_note,
  })
}

/** Says that an admin set a temporary password, which is not in the mail: the admin passes it on. */
export function temporaryPasswordMail(
  { name, hours }: { readonly name: string; readonly hours: number },
  sender: Sender,
  locale: Language,
): MailContent {
  const facts = { hours }
  return composeMail(sender, locale, facts, {
    name,
    subject: m.mail_temporary_password_subject,
    text: m.mail_temporary_password_text,
    button: m.mail_temporary_password_button,
    page: href('login'),
    note: m.mail_temporary_password_note,
  })
}

/** Says that the admin signed somebody out everywhere. */
export function sessionsEndedMail(
  { name }: { readonly name: string },
  sender: Sender,
  locale: Language,
): MailContent {
  return composeMail(
    sender,
    locale,
    {},
    {
      name,
      subject: m.mail_sessions_ended_subject,
      text: m.mail_sessions_ended_text,
      button: m.mail_temporary_password_button,
      page: href('login'),
      note: m.mail_sessions_ended_note,
    },
  )
}

/** What changed about how somebody signs in. */
export type CredentialChange = keyof typeof credentialChanges

/** The account at the code host by which a user signs in beside their password, or did until now. */
export type LinkedCodeHost = { readonly login: string; readonly unlinked: boolean }

/**
 * Tells a user that something changed about how they sign in, and where to look at it if it was not them. Of a code host
 * it says whether that can still sign in: a new password does not end it by itself.
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

/** The code that somebody with neither password nor second factor types in, in place of them. */
export function proofCodeMail(
  { name, code, minutes }: { readonly name: string; readonly code: string; readonly minutes: number },
  sender: Sender,
  locale: Language,
): MailContent {
  const facts = { code, minutes }
  return composeMail(sender, locale, facts, {
    name,
    subject: m.mail_proof_code_subject,
    text: m.mail_proof_code_text,
    button: m.mail_credentials_changed_button,
    page: href('security'),
    note: m.mail_proof_code_note,
  })
}

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

/** Tells a user that a code host account can sign in as them now, or no longer, and where to look at it. */
export function codeHostChangedMail(
  { name, login, linked }: { readonly name: string; readonly login: string; readonly linked: boolean },
  sender: Sender,
  locale: Language,
): MailContent {
  const facts = { login }
  return composeMail(sender, locale, facts, {
    name,
    subject: m.mail_code_host_subject,
    text: linked ? m.mail_code_host_linked_text : m.mail_code_host_unlinked_text,
    button: m.mail_code_host_button,
    page: href('security'),
    note: linked ? m.mail_code_host_linked_note : m.mail_code_host_unlinked_note,
  })
}

/** Tells the admin that somebody with a session of theirs does not know their password. */
export function wrongAdminPasswordsMail(
  { name }: { readonly name: string },
  sender: Sender,
  locale: Language,
): MailContent {
  return composeMail(
    sender,
    locale,
    {},
    {
      name,
      subject: m.mail_wrong_admin_passwords_subject,
      text: m.mail_wrong_admin_passwords_text,
      button: m.mail_credentials_changed_button,
      page: href('security'),
      note: m.mail_wrong_admin_passwords_note,
    },
  )
}

/** Tells the admin that somebody guesses coupon codes. */
export function couponAlarmMail(
  { name }: { readonly name: string },
  sender: Sender,
  locale: Language,
): MailContent {
  return composeMail(
    sender,
    locale,
    {},
    {
      name,
      subject: m.mail_coupon_alarm_subject,
      text: m.mail_coupon_alarm_text,
      button: m.mail_coupon_alarm_button,
      page: href('couponAssociates'),
      note: m.mail_coupon_alarm_note,
    },
  )
}

type SignInFacts = {
  readonly name: string
  readonly at: Date
  /** Whatever the browser sent: only names that we know get into the mail. */
  readonly userAgent: string | null
  readonly network: string
}

/** Tells somebody that they, or somebody else, have signed in from a browser that was not seen before. */
export function newBrowserMail(
  { name, at, userAgent, network }: SignInFacts,
  sender: Sender,
  locale: Language,
): MailContent {
  const instant = at.toISOString()
  const time = `${formatDay(instant.slice(0, 10), locale)}, ${instant.slice(11, 16)} UTC`
  const facts = { browser: shownBrowser(userAgent, locale), time, network }
  return composeMail(sender, locale, facts, {
    name,
    subject: m.mail_new_browser_subject,
    text: m.mail_new_browser_text,
    button: m.mail_new_browser_button,
    page: href('security'),
    note: m.mail_new_browser_note,
  })
}

function shownBrowser(userAgent: string | null, locale: Language): string {
  const named = browserNameOf(userAgent)
  if (!named) return m.browser_unknown({}, { locale })
  const { browser, system } = named
  return system === undefined ? browser : m.browser_on_system({ browser, system }, { locale })
}
