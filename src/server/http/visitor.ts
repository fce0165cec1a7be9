import type { Permission } from '#contract/accounts.ts'

/** A signed-in person, as their session says. */
export type Viewer = {
  readonly userId: string
  readonly accountId: string
  readonly role: 'owner' | 'manager' | 'user'
  readonly permissions: readonly Permission[]
  /** The one fixed account. */
  readonly admin: boolean
  /** SHA-256 of the session cookie: what the session's row is found by. */
  readonly sessionHash: Buffer
}

/** Whoever sits in front of a browser. */
export type Visitor = {
  readonly viewer: Viewer | undefined
  /**
   * SHA-256 of the session cookie, or, signed out, of the pre-session cookie: what CSRF tokens, playback grants and
   * confirmation codes are bound to. Undefined for a browser that has neither yet.
   */
  readonly browserHash: Buffer | undefined
  /** The client's address, IPv6 cut to its /64: what limits count by. */
  readonly network: string
}
