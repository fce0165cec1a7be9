import * as z from 'zod/mini'
import { Instant, Line } from '#contract/shapes.ts'

/** `email` is the address the user probably signs in with; `next` the page of this site that they wanted. */
export const CodeHostHint = z.strictObject({ email: z.optional(Line(254)), next: z.optional(Line(2000)) })
/** What the code host sends back with the browser; whatever it says beyond is ignored (RFC 6749, 4.1.2). */
export const CodeHostAnswer = z.object({
  code: z.optional(Line(500)),
  state: z.optional(Line(500)),
  error: z.optional(Line(200)),
})

/** Somebody who signed in at the code host and has no account yet; null if there is nobody. */
export const CodeHostArrival = z.strictObject({
  arrival: z.nullable(z.strictObject({ login: z.string(), name: z.string(), email: z.string() })),
})

/** The rest of a registration that the code host has begun: name and agreement; the email is the verified one. */
export const CodeHostRegistration = z.strictObject({
  name: Line(200),
  couponCode: z.optional(Line(100)),
  newsletter: z.optional(z.boolean()),
  termsAccepted: z.boolean(),
})

export const CodeHostIdentity = z.strictObject({
  identity: z.nullable(z.strictObject({ login: z.string(), linkedAt: Instant })),
})

/** 302: the browser is redirected. */
export const Redirection = z.unknown()

/** Why a sign-in by the code host failed: the parameter `problem` in the URL of the page that it ends on. */
export type CodeHostProblem =
  /** The user, or the code host, denied access. */
  | 'code-host-denied'
  /** Begun in another browser, too long ago, or ended already. */
  | 'code-host-expired'
  /** The code host could not be reached, or its answer was invalid. */
  | 'code-host-failed'
  /** It has no confirmed email of this user. */
  | 'code-host-no-email'
  /** The user or the host's account is already linked to another one. */
  | 'code-host-taken'
  /** Too many were begun. */
  | 'code-host-busy'
