import { SubscriptionReply } from '#contract/billing/billing.ts'
import type { Call } from '#contract/call.ts'
import { Done } from '#contract/shapes.ts'
import * as accounts from './admin-accounts.ts'

/** The admin's calls about accounts (product.md section 7). */
export const adminAccountCalls = {
  findContacts: {
    method: 'POST',
    path: '/api/admin/contacts',
    actor: 'admin',
    summary: 'Contacts by a part of the name or the email, at most 100',
    body: accounts.ContactSearch,
    replies: { 200: accounts.FoundContacts },
  },
  viewAccount: {
    method: 'POST',
    path: '/api/admin/contact',
    actor: 'admin',
    summary: 'An account with its users and its subscription, or a contact of somebody who uses one',
    body: accounts.OneOfAll,
    replies: { 200: accounts.AccountOrContact },
  },
  assignPrepaid: {
    method: 'POST',
    path: '/api/admin/subscription/realize',
    actor: 'admin',
    idempotent: true,
    summary: 'Assigns prepaid licenses to an account, added to the time that still runs',
    body: accounts.PrepaidGrant,
    replies: { 200: SubscriptionReply },
  },
  assignCoupon: {
    method: 'POST',
    path: '/api/admin/coupon/assign',
    actor: 'admin',
    idempotent: true,
    summary: 'Redeems a coupon for an account, once',
    body: accounts.CouponAssignment,
    replies: { 200: SubscriptionReply },
  },
  assignTemporaryPassword: {
    method: 'PUT',
    path: '/api/admin/account/password',
    actor: 'admin',
    idempotent: true,
    summary: 'Gives somebody a temporary password, which signs in once, and ends their sessions',
    body: accounts.TemporaryPasswordGrant,
    replies: { 200: Done },
  },
  resetSecondFactor: {
    method: 'DELETE',
    path: '/api/admin/account/second-factor',
    actor: 'admin',
    idempotent: true,
    summary:
      'Takes all second factors from somebody who has lost them, ends their sessions, and tells them by mail',
    body: accounts.PersonOfAccount,
    replies: { 200: Done },
  },
  moveContact: {
    method: 'POST',
    path: '/api/admin/account/contact',
    actor: 'admin',
    idempotent: true,
    summary: 'Mails a link to another address of a user, which becomes their contact once it is followed',
    body: accounts.ContactMove,
    replies: { 200: Done },
  },
  endUserSessions: {
    method: 'DELETE',
    path: '/api/admin/account/sessions',
    actor: 'admin',
    idempotent: true,
    summary: 'Signs somebody out everywhere, and tells them by mail',
    body: accounts.PersonOfAccount,
    replies: { 200: Done },
  },
  switchInto: {
    method: 'POST',
    path: '/api/admin/switch',
    actor: 'admin',
    summary: 'Lets the admin look at the site as the owner of an account, or as the user of a contact',
    body: accounts.Switch,
    replies: { 200: Done },
  },
  returnFromSwitch: {
    method: 'DELETE',
    path: '/api/switch',
    actor: 'viewer',
    whileSwitched: true,
    summary: 'Takes the admin back from an account into their own session',
    replies: { 200: Done },
  },
  purgeAccount: {
    method: 'DELETE',
    path: '/api/admin/account',
    actor: 'admin',
    idempotent: true,
    summary: 'Deletes an account with everybody in it at once; what was paid is kept as the law asks',
    body: accounts.AccountPurge,
    replies: { 200: accounts.AccountPurged },
  },
} as const satisfies Record<string, Call>
