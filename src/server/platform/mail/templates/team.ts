import { href } from '#contract/pages.ts'
import { pendingContactDays } from '#domain/accounts/contact.ts'
import { createCodeDays } from '#domain/accounts/password.ts'
import { formerUserDays } from '#domain/team/team.ts'
import { m } from '#messages/generated-mails/messages.js'
import { mailOf, nameInMail } from '#server/platform/mail/compose-mail.ts'

/**
 * Invites an added user to choose their first password. The link opens a page; only its button sets it. Names the
 * manager who added them, unless the name could become a link.
 */
export const createPasswordMail = mailOf(
  ({
    name,
    invitedBy,
    email,
    code,
  }: {
    readonly name: string
    readonly invitedBy: string
    readonly email: string
    readonly code: string
  }) => {
    const inviter = nameInMail(invitedBy)
    return {
      facts: { inviter: inviter ?? '', email, days: createCodeDays },
      name,
      subject: m.mail_create_password_subject,
      text: inviter === undefined ? m.mail_create_password_text_unnamed : m.mail_create_password_text,
      button: m.mail_create_password_button,
      page: href('createPassword', {}, { contact: email, code }),
      note: m.mail_create_password_note,
    }
  },
)

/** Invites a customer who was moved in from another site to choose their first password. */
export const invitationMail = mailOf(
  ({ name, email, code }: { readonly name: string; readonly email: string; readonly code: string }) => ({
    facts: { email, days: createCodeDays },
    name,
    subject: m.mail_create_password_subject,
    text: m.mail_invitation_text,
    button: m.mail_create_password_button,
    page: href('createPassword', {}, { contact: email, code }),
    note: m.mail_invitation_note,
  }),
)

/** Notifies a user that another account has added them with the same address, and of their options. */
export const addedElsewhereMail = mailOf(
  ({ email, invitedBy }: { readonly email: string; readonly invitedBy: string }) => {
    const inviter = nameInMail(invitedBy)
    return {
      facts: { inviter: inviter ?? '', email },
      subject: m.mail_added_elsewhere_subject,
      text: inviter === undefined ? m.mail_added_elsewhere_text_unnamed : m.mail_added_elsewhere_text,
      button: m.mail_added_elsewhere_button,
      page: href('login'),
      note: m.mail_added_elsewhere_note,
    }
  },
)

/**
 * Asks a user who joins an account by an invite link to confirm their address: names the account's owner, and what its
 * managers will see. The linked page can refuse, because the address may be a stranger's input.
 */
export const confirmJoiningMail = mailOf(
  ({
    name,
    owner,
    email,
    code,
  }: {
    readonly name: string
    readonly owner: string
    readonly email: string
    readonly code: string
  }) => {
    const whose = nameInMail(owner)
    return {
      facts: { owner: whose ?? '', email, days: pendingContactDays },
      name,
      subject: m.mail_confirm_contact_subject,
      text: whose === undefined ? m.mail_confirm_joining_text_unnamed : m.mail_confirm_joining_text,
      button: m.mail_confirm_joining_button,
      page: href('confirmContact', {}, { contact: email, code, joining: '1' }),
      note: m.mail_confirm_joining_note,
    }
  },
)

/** Notifies the owner that a user has joined by an invite link. The name that the user entered is left out. */
export const joinAccountMail = mailOf(
  ({ name, email }: { readonly name: string; readonly email: string }) => ({
    facts: { email },
    name,
    subject: m.mail_join_account_subject,
    text: m.mail_join_account_text,
    button: m.mail_join_account_button,
    page: href('users'),
    note: m.mail_join_account_note,
  }),
)

/** Notifies a user that they were removed from their account and signed out everywhere. */
export const removedFromAccountMail = mailOf(
  ({ name, email }: { readonly name: string; readonly email: string }) => ({
    facts: { email, days: formerUserDays },
    name,
    subject: m.mail_removed_from_account_subject,
    text: m.mail_removed_from_account_text,
    button: m.mail_removed_from_account_button,
    page: href('landing'),
    note: m.mail_removed_from_account_note,
  }),
)

/** Notifies the owner of an account that the proof of their domain is gone, and company sign-in switched off. */
export const companyProofLostMail = mailOf(
  ({ name, domain }: { readonly name: string; readonly domain: string }) => ({
    facts: { domain },
    name,
    subject: m.mail_company_lost_subject,
    text: m.mail_company_lost_text,
    button: m.mail_company_lost_button,
    page: href('companySignIn'),
    note: m.mail_company_lost_note,
  }),
)
