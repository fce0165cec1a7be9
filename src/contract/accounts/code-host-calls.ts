import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { Done, Instant, Line } from '#contract/shapes.ts'
import { Proof } from './credentials.ts'

/** `email`: address the user probably signs in with. `next`: page of this site to return to. */
const CodeHostHint = z.strictObject({ email: z.optional(Line(254)), next: z.optional(Line(2000)) })
/** The code host's reply, sent through the browser; unknown parameters are ignored (RFC 6749, 4.1.2). */
const CodeHostAnswer = z.object({
  code: z.optional(Line(500)),
  state: z.optional(Line(500)),
  error: z.optional(Line(200)),
})

/** A user signed in at the code host who has no account yet; null without one. */
export const CodeHostArrival = z.strictObject({
  arrival: z.nullable(z.strictObject({ login: z.string(), name: z.string(), email: z.string() })),
})

/** Completes a registration begun at the code host: name and agreement; the email is the verified one. */
const CodeHostRegistration = z.strictObject({
  name: Line(200),
  couponCode: z.optional(Line(100)),
  newsletter: z.optional(z.boolean()),
  termsAccepted: z.boolean(),
})

const CodeHostIdentity = z.strictObject({
  identity: z.nullable(z.strictObject({ login: z.string(), linkedAt: Instant })),
})

/** 302: the browser is redirected. */
const Redirection = z.unknown()

/** Why a sign-in by code host failed: the parameter `problem` of the page that the browser is sent to. */
export type CodeHostProblem =
  /** The user, or the code host, denied access. */
  | 'code-host-denied'
  /** Begun in another browser, expired, or already completed. */
  | 'code-host-expired'
  /** The code host could not be reached, or its answer was invalid. */
  | 'code-host-failed'
  /** The user has no confirmed email there. */
  | 'code-host-no-email'
  /** The user or the host's account is already linked to another one. */
  | 'code-host-taken'
  /** Too many sign-ins begun. */
  | 'code-host-busy'

/** Sign-in by a third-party code host (GitHub's OAuth). Every call answers 404 where none is configured. */
export const codeHostCalls = {
  startCodeHostSignIn: {
    method: 'GET',
    path: '/auth/github/login',
    actor: 'anyone',
    whileSwitched: false,
    summary: 'Sends the browser to the code host',
    query: CodeHostHint,
    replies: { 302: Redirection },
  },
  finishCodeHostSignIn: {
    method: 'GET',
    path: '/auth/github/callback',
    actor: 'anyone',
    whileSwitched: false,
    summary: 'Where the code host sends the browser back to',
    query: CodeHostAnswer,
    replies: { 302: Redirection },
  },
  codeHostArrival: {
    method: 'GET',
    path: '/api/code-host/arrival',
    actor: 'anyone',
    summary: 'Who came from the code host into this browser and has no account yet',
    replies: { 200: CodeHostArrival },
  },
  registerFromCodeHost: {
    method: 'POST',
    path: '/auth/github/register',
    actor: 'anyone',
    idempotent: true,
    summary: 'Registers whoever came from the code host, with their verified e-mail, and signs them in',
    body: CodeHostRegistration,
    replies: { 200: Done },
  },
  codeHostIdentity: {
    method: 'GET',
    path: '/api/user/code-host',
    actor: 'viewer',
    summary: 'The code host account that the user can sign in with',
    replies: { 200: CodeHostIdentity },
  },
  startCodeHostLink: {
    method: 'POST',
    path: '/api/user/code-host',
    actor: 'viewer',
    summary:
      'Begins to link the code host to the user, who proves to be themselves; answers where the browser goes on',
    body: Proof,
    replies: { 200: z.strictObject({ address: z.string() }) },
  },
  unlinkCodeHost: {
    method: 'DELETE',
    path: '/api/user/code-host',
    actor: 'viewer',
    summary: 'Ends signing in by the code host; refused to a user without a password',
    body: Proof,
    replies: { 200: CodeHostIdentity },
  },
} as const satisfies Record<string, Call>
