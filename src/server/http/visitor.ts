import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Permission } from '#contract/accounts.ts'
import { signedInBy } from '#server/accounts/sessions.ts'
import type { Services } from '#server/services.ts'
import { clientNetwork } from './client-network.ts'
import { readCookie } from './cookies.ts'
import { sha256 } from './derived-key.ts'

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

/**
 * Finds out who asks, before anything else is done with a request. Ready bytes that are the same for everybody need no
 * look-up, nor do routes that say so (`config: {anonymous: true}`): there `viewer` is undefined.
 */
export function registerVisitors(app: FastifyInstance, services: Services): void {
  app.decorateRequest('visitor')
  app.addHook('onRequest', (request, _reply, next) => {
    const { call, anonymous = call?.actor === 'anyone' && call.conditional } = request.routeOptions.config
    if (anonymous || !request.headers.cookie) {
      request.visitor = nobody(request)
      return next()
    }
    visitorOf(services, request).then((visitor) => {
      request.visitor = visitor
      next()
    }, next)
  })
}

async function visitorOf(services: Services, request: FastifyRequest): Promise<Visitor> {
  const session = wordIn(readCookie(request, services.config, 'session'))
  const preSession = wordIn(readCookie(request, services.config, 'visitor'))
  const { viewer, pending } = session ? await signedInBy(services, session) : nothing
  const preSessionHash = preSession ? sha256(preSession) : undefined
  return {
    viewer,
    pending,
    browserHash: viewer?.sessionHash ?? preSessionHash,
    preSessionHash,
    network: clientNetwork(request.ip),
  }
}

const nothing = { viewer: undefined, pending: undefined }

function nobody(request: FastifyRequest): Visitor {
  return {
    viewer: undefined,
    pending: undefined,
    browserHash: undefined,
    preSessionHash: undefined,
    network: clientNetwork(request.ip),
  }
}

/** Our cookies hold 256 bit as base64url; anything else was not written by us. */
function wordIn(cookie: string | undefined): string | undefined {
  return cookie !== undefined && /^[\w-]{43}$/.test(cookie) ? cookie : undefined
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
