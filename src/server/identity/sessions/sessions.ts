import type { FastifyRequest } from 'fastify'
import { permissionsOf } from '#domain/team/permission.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { clientNetwork } from '#server/platform/http/client-network.ts'
import { type Browser, clearCookie, readCookie, writeCookie } from '#server/platform/http/cookies.ts'
import type { PendingSignIn, Viewer } from '#server/platform/http/visitor.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { type BriefMemory, createBriefMemory, keptMs } from '#server/platform/services/brief-memory.ts'
import type { Services } from '#server/platform/services/services.ts'
import { adminAccountId, isAdmin } from './admin-account.ts'
import { isCompanyOnly } from './company-only.store.ts'
import { notifyOfNewBrowser } from './known-browser.ts'
import {
  changeSessionHash,
  deleteSession,
  deleteSessionsOf,
  findSession,
  insertSession,
  isSessionThere,
  type SessionRow,
  touchSession,
} from './session.store.ts'
import { sessionCookieSeconds, sessionExpiry } from './session-lifetime.ts'
import { lockUser } from './user-lock.store.ts'

/**
 * Returns whether what was authenticated with is still valid. Runs with the user locked, so nothing can change it
 * meanwhile.
 */
export type Proof = (trx: Trx) => Promise<boolean>

/** A sign-in by the company's provider: the only kind that is open to everyone, and the end of its session. */
export type CompanyProof = {
  readonly endsBy: Date
  /** Stores what belongs to the session. */
  keep(trx: Trx, tokenHash: Buffer): Promise<void>
}

/** A pending sign-in has not been ended, for example by a new password. */
export const isStillUnderWay =
  ({ sessionHash }: PendingSignIn): Proof =>
  (trx) =>
    isSessionThere(trx, sessionHash)

/**
 * Signs a user in: a new session with a new cookie. The browser's previous session cookie is never reused, and its
 * session ends. A session that waits for its second factor has no rights. Returns false, with nothing changed, where
 * the proof is no longer valid (a password that was changed meanwhile opens nothing), or the user may sign in by their
 * company only.
 */
export async function openSession(
  services: Services,
  { request, reply }: Browser,
  {
    userId,
    accountId,
    stillProven,
    staySignedIn = false,
    kind = 'full',
    mustChangePassword = false,
    byCompany,
  }: {
    userId: string
    accountId: string
    stillProven: Proof
    staySignedIn?: boolean
    kind?: SessionRow['kind']
    mustChangePassword?: boolean
    byCompany?: CompanyProof | undefined
  },
): Promise<boolean> {
  const now = services.clock.real()
  const life = { staySignedIn, admin: accountId === adminAccountId, createdAt: now }
  const token = services.random.token()
  const former = sessionHashOf(services, request)
  const isOpen = await inTransaction(services.database.db, async (trx) => {
    await lockUser(trx, userId)
    if (!(await stillProven(trx))) return false
    if (!byCompany && (await isCompanyOnly(trx, userId))) return false
    // mutant `former → true`: no session has no hash
    if (former) await deleteSession(trx, former)
    await insertSession(trx, {
      tokenHash: sha256(token),
      userId,
      kind,
      staySignedIn,
      // mutant `request.headers['user-agent']?.slice(0, 200) ?? null → request.headers['user-agent']?.slice(0, 200)`: both are no name
      userAgent: request.headers['user-agent']?.slice(0, 200) ?? null,
      network: clientNetwork(request.ip),
      mustChangePassword,
      now,
      expiresAt: kind === 'full' ? sessionExpiry(life, now) : new Date(now.getTime() + pendingMs),
      endsBy: byCompany?.endsBy ?? null,
    })
    await byCompany?.keep(trx, sha256(token))
    return true
  })
  if (!isOpen) return false
  request.concerned = { userId }
  const maxAgeSeconds = sessionCookieSeconds(life)
  // mutant `maxAgeSeconds === undefined → false`: no age either way
  writeCookie(reply, services.config, 'session', token, maxAgeSeconds === undefined ? {} : { maxAgeSeconds })
  if (kind === 'full') await notifyOfNewBrowser(services, { request, reply }, userId)
  return true
}

/**
 * Replaces a session's cookie after a change of credentials: a copy of the old cookie becomes worthless (OWASP ASVS 5,
 * 7.2.4).
 */
export async function rotateSession(
  services: Pick<Services, 'config' | 'database' | 'clock' | 'random'>,
  { request, reply }: Browser,
): Promise<void> {
  const former = sessionHashOf(services, request)
  // mutant `!former → false`: no session has no hash
  if (!former) return
  const token = services.random.token()
  const row = await changeSessionHash(services.database, former, sha256(token))
  if (!row) return
  // mutant `request.visitor.viewer?.admin ?? false → request.visitor.viewer?.admin`: nobody is no admin
  const wholeSeconds = sessionCookieSeconds({ ...row, admin: request.visitor.viewer?.admin ?? false })
  const ageSeconds = Math.floor((services.clock.real().getTime() - row.createdAt.getTime()) / 1000)
  writeCookie(
    reply,
    services.config,
    'session',
    token,
    wholeSeconds === undefined ? {} : { maxAgeSeconds: Math.max(1, wholeSeconds - ageSeconds) },
  )
}

/** Signs this browser out, if it is signed in. */
export async function endSession(
  services: Pick<Services, 'config' | 'database'>,
  { request, reply }: Browser,
): Promise<void> {
  const tokenHash = sessionHashOf(services, request)
  // mutant `tokenHash → true`: no session has no hash
  if (tokenHash) await deleteSession(services.database.db, tokenHash)
  clearCookie(reply, services.config, 'session')
  // this browser's access to orders ends too; the links in their mails restore it
  if (readCookie(request, services.config, 'orders') !== undefined)
    clearCookie(reply, services.config, 'orders')
}

/** Ends one session, in any browser. */
export async function endSessionWithHash(
  services: Pick<Services, 'database'>,
  tokenHash: Buffer,
): Promise<void> {
  await deleteSession(services.database.db, tokenHash)
}

/** Ends all sessions of a user except `kept`. */
export async function endSessionsOf(
  services: Pick<Services, 'database'>,
  userId: string,
  kept?: Buffer,
): Promise<void> {
  await deleteSessionsOf(services.database.db, userId, kept)
}

/** Time limit of the second step of a sign-in, in milliseconds. */
const pendingMs = 10 * 60_000

/** The user of a session cookie: signed in, pending, or none. */
export type SignedIn = {
  readonly viewer: Viewer | undefined
  readonly pending: PendingSignIn | undefined
  /** By the machine's clock: the session's expiry, or the end of the cache entry. */
  readonly goodUntilMs: number
}

/**
 * Returns the user of a session cookie: none when it is unknown, expired, or waits for a second step. Cached for a
 * second, and until the next change by this process; changes by other processes, such as the end of the session, take
 * effect within a second.
 */
export async function signedInBy(services: Services, token: string): Promise<SignedIn> {
  const memory = memories.get(services.database) ?? createBriefMemory<Promise<SignedIn>>(services)
  memories.set(services.database, memory)
  const known = memory.get(token)
  // parallel requests of a page share one lookup
  const found = known && (await known)
  if (found && (!found.viewer || found.goodUntilMs > services.clock.real().getTime())) return found
  const moment = memory.moment()
  const looked = lookUp(services, sha256(token))
  memory.keep(token, looked, moment)
  const forget = () => memory.forget(token, looked)
  looked.then(({ viewer }) => viewer ?? forget(), forget)
  return looked
}

const memories = new WeakMap<Services['database'], BriefMemory<Promise<SignedIn>>>()

async function lookUp(
  services: Pick<Services, 'database' | 'clock' | 'log'>,
  sessionHash: Buffer,
): Promise<SignedIn> {
  const now = services.clock.real()
  const row = await findSession(services.database, sessionHash, now)
  if (!row) return { viewer: undefined, pending: undefined, goodUntilMs: 0 }
  const goodUntilMs = Math.min(row.endsAt.getTime(), now.getTime() + keptMs)
  const { userId, accountId, role, kind, staySignedIn, mustChangePassword, language, switchedBy } = row
  if (kind !== 'full') {
    const pending = { userId, accountId, kind, staySignedIn, mustChangePassword, sessionHash }
    return { viewer: undefined, pending, goodUntilMs }
  }
  const admin = isAdmin(row)
  if (now.getTime() - row.lastSeenAt.getTime() > seenAgainMs) {
    await touch(services, sessionHash, row, now).catch((error: unknown) => {
      // a full disk must not keep users from reading
      services.log.warn({ err: error }, 'the last use of a session could not be written down')
    })
  }
  const viewer = { userId, accountId, role, permissions: permissionsOf(role), admin, language, sessionHash }
  return { viewer: switchedBy === null ? viewer : { ...viewer, switchedBy }, pending: undefined, goodUntilMs }
}

/** Extends a session in use, including the admin's own session below one in another account. */
async function touch(
  services: Pick<Services, 'database'>,
  sessionHash: Buffer,
  row: SessionRow,
  now: Date,
): Promise<void> {
  const { database } = services
  const { switchedFrom, adminSince } = row
  const switched = switchedFrom !== null
  const expiresAt = sessionExpiry({ ...row, admin: row.accountId === adminAccountId, switched }, now)
  await touchSession(database, sessionHash, { now, expiresAt })
  // either is there only with the other (session.store.ts), which the compiler cannot know:
  // mutant `!switchedFrom → false`: then there is no time of the admin's either
  // mutant `!adminSince → false`: then nobody has switched either
  if (!switchedFrom || !adminSince) return
  // mutant `false → true`: the admin's ends as it does, whatever was asked for
  const below = { staySignedIn: false, admin: true, createdAt: adminSince }
  await touchSession(database, switchedFrom, { now, expiresAt: sessionExpiry(below, now) })
}

/** A session's last use is stored once a minute, not with each request. */
// mutant `60_000 → 60001`: nobody notices a thousandth of a second
const seenAgainMs = 60_000

function sessionHashOf(services: Pick<Services, 'config'>, request: FastifyRequest): Buffer | undefined {
  const token = readCookie(request, services.config, 'session')
  return token ? sha256(token) : undefined
}
