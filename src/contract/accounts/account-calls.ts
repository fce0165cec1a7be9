import type { Call } from '#contract/call.ts'
import { Done } from '#contract/shapes.ts'
import * as sections from './account-sections.ts'

const replies = { 200: sections.AccountReply }

/** What an account holder, or a user, changes of what is kept about them (product.md section 7, PUT /api/account/{section}). */
export const accountCalls = {
  changeName: {
    method: 'PUT',
    path: '/api/account/name',
    actor: 'viewer',
    whileSwitched: 'recorded',
    summary: "Changes the user's own name; the owner's is the account's as well",
    body: sections.NameSection,
    replies,
  },
  changeContact: {
    method: 'PUT',
    path: '/api/account/contact',
    actor: 'account.manage',
    idempotent: true,
    summary: 'Adds a contact, which then waits for confirmation, or removes one',
    body: sections.ContactSection,
    replies,
  },
  changePrimaryContact: {
    method: 'PUT',
    path: '/api/account/primary-contact',
    actor: 'account.manage',
    summary: 'Makes a confirmed contact the primary one',
    body: sections.PrimaryContactSection,
    replies,
  },
  resendConfirmation: {
    method: 'PUT',
    path: '/api/account/resend-confirmation',
    actor: 'viewer',
    summary: 'Sends the confirmation message of a pending contact once more',
    body: sections.OneContact,
    replies,
  },
  changeNewsletter: {
    method: 'PUT',
    path: '/api/account/newsletter',
    actor: 'account.manage',
    whileSwitched: 'recorded',
    summary: 'Subscribes to the newsletter or unsubscribes',
    body: sections.NewsletterSection,
    replies,
  },
  changeLanguage: {
    method: 'PUT',
    path: '/api/account/language',
    actor: 'viewer',
    whileSwitched: 'recorded',
    summary: 'Chooses the language of the messages that the user gets',
    body: sections.LanguageSection,
    replies,
  },
  changeBillingAddress: {
    method: 'PUT',
    path: '/api/account/billing-address',
    actor: 'subscription.manage',
    summary: 'Changes the billing address',
    body: sections.BillingAddressSection,
    replies,
  },
  changeVatId: {
    method: 'PUT',
    path: '/api/account/eu-vat-id',
    actor: 'subscription.manage',
    summary: 'Changes the billing country, the VAT id, and whether the account buys as a business',
    body: sections.VatIdSection,
    replies,
  },
  changePasswordSection: {
    method: 'PUT',
    path: '/api/account/password',
    actor: 'viewer',
    summary: "Changes the user's own password and ends their other sessions",
    body: sections.PasswordSection,
    replies,
  },
  sendResetLink: {
    method: 'PUT',
    path: '/api/account/reset-password',
    actor: 'viewer',
    summary: 'Mails a link by which a new password can be chosen to a confirmed contact of the user',
    body: sections.OneContact,
    replies,
  },
  exportOwnData: {
    method: 'GET',
    path: '/api/account/export',
    actor: 'viewer',
    whileSwitched: false,
    summary:
      'A ZIP of everything that is kept about the user; for whoever manages the account, about the account',
    mediaType: 'application/zip',
    replies: { 200: sections.Archive },
  },
  requestDeletion: {
    method: 'DELETE',
    path: '/api/account',
    actor: 'viewer',
    summary: 'Asks for deletion after 14 days: of the account by its owner, else of the user alone',
    body: sections.OwnPassword,
    replies: { 200: sections.DeletionRequested },
  },
  keepAccount: {
    method: 'POST',
    path: '/api/account/keep',
    actor: 'viewer',
    summary: 'Takes the request for deletion back',
    replies: { 200: Done },
  },
} as const satisfies Record<string, Call>
