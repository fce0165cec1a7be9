import type { FastifyRequest } from 'fastify'
import type { Permission } from '#contract/accounts/accounts.ts'
import type { Language } from '#domain/language.ts'
import { clientNetwork } from './client-network.ts'

/** A signed-in person, as their session says. */
export type Viewer = {
  readonly userId: string
  readonly accountId: string
  readonly role: 'owner' | 'manager' | 'user'
  readonly permissions: readonly Permission[]
  /** The one fixed account. */
  readonly admin: boolean
  /** Their own, else their account's. */
  readonly language: Language
  /** SHA-256 of the session cookie: what the session's row is found by. */
  readonly sessionHash: Buffer
  /** The admin, by user id, who has switched into this user's account and sits in front of the browser. */
  readonly switchedBy?: string
}

/** Somebody whose password was right and who is not signed in yet: one more step is needed. No rights at all. */
export type PendingSignIn = {
  readonly userId: string
  readonly accountId: string
  readonly kind: 'two-factor-pending' | 'password-change'
  readonly staySignedIn: boolean
  /** Signed in with a temporary password: its change comes after the second factor. */
  readonly mustChangePassword: boolean
  readonly sessionHash: Buffer
}

/** Whoever sits in front of a browser. */
export type Visitor = {
  readonly viewer: Viewer | undefined
  readonly pending: PendingSignIn | undefined
  /**
   * SHA-256 of the session cookie, or, signed out, of the pre-session cookie: what CSRF tokens, playback grants and
   * confirmation codes are bound to. Undefined for a browser that has neither yet.
   */
  readonly browserHash: Buffer | undefined
  /** SHA-256 of the pre-session cookie, which stays the same while somebody signs in and out. */
  readonly preSessionHash: Buffer | undefined
  /** The client's address, IPv6 cut to its /64: what limits count by. */
  readonly network: string
}

/** Someone about whom only their network is known. */
export function anonymousVisitor(request: FastifyRequest): Visitor {
  return {
    viewer: undefined,
    pending: undefined,
    browserHash: undefined,
    preSessionHash: undefined,
    network: clientNetwork(request.ip),
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** No session is looked up. */
    anonymous?: boolean
  }
  interface FastifyRequest {
    visitor: Visitor
  }
}
