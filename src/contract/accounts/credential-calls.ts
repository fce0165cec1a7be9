import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { Done, Id } from '#contract/shapes.ts'
import { CurrentPassword, OwnPassword } from './account-sections.ts'
import * as credentials from './credentials.ts'

const byId = z.strictObject({ id: Id })

/** Passwords, second factors, passkeys and sessions: how a user proves who they are. */
export const credentialCalls = {
  requestReset: {
    method: 'PUT',
    path: '/auth/account/reset-password',
    actor: 'anyone',
    summary: 'Mails a link by which a new password can be chosen; the same answer for an unknown address',
    body: credentials.ResetRequest,
    replies: { 200: Done },
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/account/reset-password',
    actor: 'anyone',
    summary: 'Chooses a new password with the code of a mailed link and ends all sessions',
    body: credentials.ResetPassword,
    replies: { 200: Done },
  },
  createPassword: {
    method: 'POST',
    path: '/api/user/create-password',
    actor: 'anyone',
    summary: "Chooses an added user's first password, which confirms their contact",
    body: credentials.NewPassword,
    replies: { 200: Done },
  },
  changePassword: {
    method: 'POST',
    path: '/api/user/change-password',
    actor: 'password-change',
    summary: 'Changes the own password; the only call that works after signing in with a temporary one',
    body: credentials.PasswordChange,
    replies: { 200: Done },
  },

  secondFactor: {
    method: 'POST',
    path: '/auth/two-factor',
    actor: 'two-factor',
    summary: 'Completes a sign-in with a code of an authenticator app or a recovery code',
    body: credentials.SecondFactor,
    replies: { 200: Done, 202: credentials.PasswordChangeRequired },
  },
  startPasskeySignIn: {
    method: 'POST',
    path: '/auth/passkey/start',
    actor: 'anyone',
    summary: 'Challenge for signing in with a passkey, alone or as the second factor of a sign-in under way',
    replies: { 200: credentials.PasskeyOptions },
  },
  signInWithPasskey: {
    method: 'POST',
    path: '/auth/passkey',
    actor: 'anyone',
    summary: 'Signs in with a passkey',
    body: credentials.PasskeyAnswer,
    replies: { 200: Done, 202: credentials.PasswordChangeRequired },
  },

  signInMethods: {
    method: 'GET',
    path: '/api/user/sign-in-methods',
    actor: 'viewer',
    summary: 'Second factors and passkeys of the user',
    replies: { 200: credentials.SignInMethods },
  },
  startTotp: {
    method: 'POST',
    path: '/api/user/totp/start',
    actor: 'viewer',
    summary: 'A fresh secret for an authenticator app, which works once a code of it was sent',
    body: OwnPassword,
    replies: { 200: credentials.TotpSecret },
  },
  confirmTotp: {
    method: 'POST',
    path: '/api/user/totp',
    actor: 'viewer',
    summary: 'Switches two-factor sign-in on with the first code of the authenticator app',
    body: credentials.SecondFactor,
    replies: { 200: credentials.RecoveryCodes },
  },
  removeTotp: {
    method: 'DELETE',
    path: '/api/user/totp',
    actor: 'viewer',
    summary: 'Switches the authenticator app off',
    body: credentials.PasswordAndCode,
    replies: { 200: credentials.SignInMethods },
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/api/user/recovery-codes',
    actor: 'viewer',
    summary: 'Ten fresh recovery codes; the earlier ones end',
    body: OwnPassword,
    replies: { 200: credentials.RecoveryCodes },
  },
  startPasskey: {
    method: 'POST',
    path: '/api/user/passkeys/start',
    actor: 'viewer',
    summary: 'Challenge for adding a passkey',
    body: z.strictObject({ currentPassword: CurrentPassword }),
    replies: { 200: credentials.PasskeyOptions },
  },
  addPasskey: {
    method: 'POST',
    path: '/api/user/passkeys',
    actor: 'viewer',
    summary: 'Adds a passkey',
    body: credentials.NewPasskey,
    replies: { 200: credentials.PasskeyAdded },
  },
  renamePasskey: {
    method: 'PUT',
    path: '/api/user/passkeys/:id',
    actor: 'viewer',
    summary: 'Renames a passkey',
    params: byId,
    body: credentials.PasskeyName,
    replies: { 200: credentials.SignInMethods },
  },
  removePasskey: {
    method: 'DELETE',
    path: '/api/user/passkeys/:id',
    actor: 'viewer',
    summary: 'Removes a passkey',
    params: byId,
    body: OwnPassword,
    replies: { 200: credentials.SignInMethods },
  },

  ownSessions: {
    method: 'GET',
    path: '/api/user/sessions',
    actor: 'viewer',
    summary: 'Where the user is signed in',
    replies: { 200: credentials.OwnSessions },
  },
  endOwnSession: {
    method: 'DELETE',
    path: '/api/user/sessions/:id',
    actor: 'viewer',
    summary: 'Signs the user out elsewhere; asks for a proof where the last one is older than five minutes',
    params: byId,
    body: credentials.Proof,
    replies: { 200: credentials.OwnSessions },
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/user/sessions',
    actor: 'viewer',
    summary:
      'Signs the user out everywhere but here; asks for a proof where the last one is older than five minutes',
    body: credentials.Proof,
    replies: { 200: credentials.OwnSessions },
  },
} as const satisfies Record<string, Call>
