import * as z from 'zod/mini'
import { Instant, Line } from '#contract/shapes.ts'

/** `email` is who probably comes; `next` the page of this site that they wanted. */
export const CodeHostHint = z.strictObject({ email: z.optional(Line(254)), next: z.optional(Line(2000)) })
/** What the code host sends back with the browser; whatever it says beyond is ignored (RFC 6749, 4.1.2). */
export const CodeHostAnswer = z.object({
  code: z.optional(Line(500)),
  state: z.optional(Line(500)),
  error: z.optional(Line(200)),
})

/** Somebody who came from the code host and has no account yet; null where nobody has. */
export const CodeHostArrival = z.strictObject({
  arrival: z.nullable(z.strictObject({ login: z.string(), name: z.string(), email: z.string() })),
})

/** The rest of a registration that the code host has begun: name and agreement; the e-mail is the verified one. */
export const CodeHostRegistration = z.strictObject({
  name: Line(200),
  couponCode: z.optional(Line(100)),
  newsletter: z.optional(z.boolean()),
  termsAccepted: z.boolean(),
})

export const CodeHostIdentity = z.strictObject({
  identity: z.nullable(z.strictObject({ login: z.string(), linkedAt: Instant })),
})

/** 302: the browser is sent on. */
export const Redirection = z.unknown()

/** Why a sign-in by the code host came to nothing: the word `problem` in the address of the page that it ends on. */
export type CodeHostProblem =
  /** The person, or the code host, said no. */
  | 'code-host-denied'
  /** Begun in another browser, too long ago, or ended already. */
  | 'code-host-expired'
  /** The code host could not be asked, or answered something else. */
  | 'code-host-failed'
  /** It has no confirmed e-mail of theirs. */
  | 'code-host-no-email'
  /** One of both is linked otherwise. */
  | 'code-host-taken'
  /** Too many were begun. */
  | 'code-host-busy'
