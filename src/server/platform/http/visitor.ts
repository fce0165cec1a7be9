import type { FastifyRequest } from 'fastify'
import type { Permission } from '#contract/accounts/accounts.ts'
import type { Language } from '#domain/language.ts'
import { clientNetwork } from './client-network.ts'

/** The signed-in user of a session. */
export type Viewer = {
  readonly userId: string
  readonly accountId: string
  readonly role: 'owner' | 'manager' | 'user'
  readonly permissions: readonly Permission[]
  /** The one fixed account. */
  readonly admin: boolean
  /** The user's, else the account's. */
  readonly language: Language
  /** SHA-256 of the session cookie, the key of the session's row; of the key, for a program. */
  readonly sessionHash: Buffer
  /** The key of a program that stands for the admin; absent in a browser. */
  readonly key?: { readonly name: string }
  /** Id of the admin who has switched into this user's account. */
  readonly switchedBy?: string
}

/** A user whose password was correct, with a step of the sign-in still to do. No rights. */
export type PendingSignIn = {
  readonly userId: string
  readonly accountId: string
  readonly kind: 'two-factor-pending' | 'password-change'
  readonly staySignedIn: boolean
  /** Signed in with a temporary password, which must be changed after the second factor. */
  readonly mustChangePassword: boolean
  readonly sessionHash: Buffer
}

/** The user of a browser, signed in or not. */
export type Visitor = {
  readonly viewer: Viewer | undefined
  readonly pending: PendingSignIn | undefined
  /**
   * SHA-256 of the session cookie, or, signed out, of the pre-session cookie: CSRF tokens, playback grants and
   * confirmation codes are bound to it. Undefined for a browser that has neither yet.
   */
  readonly browserHash: Buffer | undefined
  /** SHA-256 of the pre-session cookie, which stays the same across sign-ins and sign-outs. */
  readonly preSessionHash: Buffer | undefined
  /** The client's address, IPv6 cut to its /64, which limits count by. */
  readonly network: string
}

/** Returns a visitor of whom only the network is known. */
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
    /** Without a session lookup. */
    anonymous?: boolean
  }
  interface FastifyRequest {
    visitor: Visitor
  }
}
