import type { Call } from '#contract/call.ts'
import { Done } from '#contract/shapes.ts'
import * as codeHost from './code-host.ts'

/** Signing in by a third-party code host (GitHub's OAuth); all of it answers 404 where none is configured. */
export const codeHostCalls = {
  startCodeHostSignIn: {
    method: 'GET',
    path: '/auth/github/login',
    actor: 'anyone',
    summary: 'Sends the browser to the code host',
    query: codeHost.CodeHostHint,
    replies: { 302: codeHost.Redirection },
  },
  finishCodeHostSignIn: {
    method: 'GET',
    path: '/auth/github/callback',
    actor: 'anyone',
    summary: 'Where the code host sends the browser back to',
    query: codeHost.CodeHostAnswer,
    replies: { 302: codeHost.Redirection },
  },
  codeHostArrival: {
    method: 'GET',
    path: '/api/code-host/arrival',
    actor: 'anyone',
    summary: 'Who came from the code host into this browser and has no account yet',
    replies: { 200: codeHost.CodeHostArrival },
  },
  registerFromCodeHost: {
    method: 'POST',
    path: '/auth/github/register',
    actor: 'anyone',
    idempotent: true,
    summary: 'Registers whoever came from the code host, with their verified e-mail, and signs them in',
    body: codeHost.CodeHostRegistration,
    replies: { 200: Done },
  },
  codeHostIdentity: {
    method: 'GET',
    path: '/api/user/code-host',
    actor: 'viewer',
    summary: 'The code host account that the user can sign in with',
    replies: { 200: codeHost.CodeHostIdentity },
  },
  unlinkCodeHost: {
    method: 'DELETE',
    path: '/api/user/code-host',
    actor: 'viewer',
    summary: 'Ends signing in by the code host; refused to a user without a password',
    replies: { 200: codeHost.CodeHostIdentity },
  },
} as const satisfies Record<string, Call>
