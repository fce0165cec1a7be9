import * as z from 'zod/mini'
import { ConfirmationNeeded } from '#contract/accounts/accounts.ts'
import type { Call } from '#contract/call.ts'
import { Done, Id } from '#contract/shapes.ts'
import * as team from './team.ts'

const byId = z.strictObject({ id: Id })

/** The users of an account and how they join it (product.md section 2, Account users). */
export const teamCalls = {
  saveUsers: {
    method: 'POST',
    path: '/api/account/users',
    actor: 'users.manage',
    idempotent: true,
    summary: 'Adds, changes, removes and restores users, all or nothing, within the seats',
    body: team.UsersChange,
    replies: { 200: team.UsersChanged, 202: team.UsersWaiting },
  },
  usersQuote: {
    method: 'POST',
    path: '/api/account/users/quote',
    actor: 'users.manage',
    whileSwitched: true,
    summary: 'What another number of users costs now and later',
    body: team.UsersQuestion,
    replies: { 200: team.UsersQuote },
  },
  notifyNewUser: {
    method: 'POST',
    path: '/api/user/notify-new-user',
    actor: 'users.manage',
    summary: 'Mails a user who has not confirmed yet the link to choose a first password',
    body: team.UserToNotify,
    replies: { 200: team.UserNotified },
  },
  previewUsers: {
    method: 'POST',
    path: '/api/account/users/preview',
    actor: 'users.manage',
    whileSwitched: true,
    summary: 'What adding a list of users would do, row by row; changes nothing',
    body: team.UserList,
    replies: { 200: team.UserFates },
  },
  usageReport: {
    method: 'GET',
    path: '/api/account/users/report',
    actor: 'users.manage',
    summary: 'Seats used, and who was last seen when and watched how much',
    replies: { 200: team.UsageReport },
  },
  usageCsv: {
    method: 'GET',
    path: '/api/account/users/report.csv',
    actor: 'users.manage',
    summary: 'The same as a file',
    mediaType: 'text/csv',
    replies: { 200: team.UsageCsv },
  },
  invites: {
    method: 'GET',
    path: '/api/account/invites',
    actor: 'users.manage',
    summary: 'Invite links that still work',
    replies: { 200: team.Invites },
  },
  addInvite: {
    method: 'POST',
    path: '/api/account/invites',
    actor: 'users.manage',
    summary: 'Makes an invite link',
    body: team.NewInvite,
    replies: { 200: team.Invites },
  },
  revokeInvite: {
    method: 'DELETE',
    path: '/api/account/invites/:id',
    actor: 'users.manage',
    summary: 'Ends an invite link at once',
    params: byId,
    replies: { 200: team.Invites },
  },
  invitation: {
    method: 'GET',
    path: '/api/invite/:id',
    actor: 'anyone',
    summary: 'What an invite link invites to, by its code',
    params: byId,
    replies: { 200: team.Invitation },
  },
  join: {
    method: 'POST',
    path: '/auth/join',
    actor: 'anyone',
    idempotent: true,
    summary: 'Joins an account by an invite link; the same answer for a known and an unknown address',
    body: team.Joining,
    replies: { 202: ConfirmationNeeded },
  },
  refuseJoining: {
    method: 'POST',
    path: '/auth/join/refuse',
    actor: 'anyone',
    summary: 'Refuses to join an account, by the code of the mail that asked for confirmation',
    body: team.RefusedJoining,
    replies: { 200: Done },
  },
} as const satisfies Record<string, Call>
