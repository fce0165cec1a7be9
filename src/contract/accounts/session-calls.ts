import type { Call } from '#contract/call.ts'
import { Done } from '#contract/shapes.ts'
import * as accounts from './accounts.ts'
import { NextStep } from './credentials.ts'

/** Signing in and out. */
export const sessionCalls = {
  userSession: {
    method: 'GET',
    path: '/api/user-session',
    actor: 'anyone',
    summary: 'Who is signed in, and what they may do',
    replies: { 200: accounts.UserSession },
  },
  login: {
    method: 'POST',
    path: '/auth/login',
    actor: 'anyone',
    summary: 'Signs in',
    body: accounts.Login,
    replies: { 200: Done, 202: NextStep },
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    actor: 'anyone',
    whileSwitched: true,
    summary: 'Ends the session; does nothing where there is none',
    replies: { 200: Done },
  },
  register: {
    method: 'POST',
    path: '/auth/register',
    actor: 'anyone',
    idempotent: true,
    summary: 'Registers an account with its first user',
    body: accounts.Registration,
    replies: { 202: accounts.ConfirmationNeeded },
  },
  resendRegistration: {
    method: 'POST',
    path: '/auth/register/resend',
    actor: 'anyone',
    summary:
      'Sends the message about a registration in this browser once more; the same answer for every address',
    body: accounts.RegistrationToResend,
    replies: { 202: accounts.ConfirmationNeeded },
  },
  confirmContact: {
    method: 'POST',
    path: '/auth/confirm-contact',
    actor: 'anyone',
    summary: 'Confirms a contact with the code that was mailed to it',
    body: accounts.ContactConfirmation,
    replies: { 200: accounts.ContactConfirmed },
  },
} as const satisfies Record<string, Call>
