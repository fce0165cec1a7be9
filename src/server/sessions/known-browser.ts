import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Browser, readCookie, writeCookie } from '#server/http/cookies.ts'
import { derivedKey } from '#server/runtime/derived-key.ts'
import type { Services } from '#server/services/services.ts'

/** Accounts that a shared computer may be known to. */
const accountsKept = 4
/** As long as browsers keep a cookie. */
const keptSeconds = 400 * 24 * 60 * 60

/**
 * The id of a browser that has signed in to that account before, for `limits.login`; undefined for any other. Its cookie
 * holds the id and a signature over id and account for each account: nobody can make one without having signed in.
 */
export function knownBrowser(
  services: Services,
  request: FastifyRequest,
  emailKey: string,
): string | undefined {
  const known = readIdentity(services, request)
  return known?.signatures.some((one) => isEqual(one, sign(services, known.id, emailKey)))
    ? known.id
    : undefined
}

/** Remembers that this browser has signed in to an account. */
export function rememberBrowser(services: Services, browser: Browser, emailKey: string): void {
  const { id, signatures } = readIdentity(services, browser.request) ?? newIdentity(services)
  const own = sign(services, id, emailKey)
  const kept = [own, ...signatures.filter((one) => one !== own)].slice(0, accountsKept)
  writeIdentity(services, browser, { id, signatures: kept })
}

/** The id of this browser, which lasts as long as its cookie. A browser without one is given one. */
export function browserIdOf(services: Services, browser: Browser): string {
  const known = readIdentity(services, browser.request)
  if (known) return known.id
  const given = newIdentity(services)
  writeIdentity(services, browser, given)
  return given.id
}

/** What the cookie holds. */
type Identity = { readonly id: string; readonly signatures: readonly string[] }

/** Cookies set in replies that are still being written: the request does not carry them yet. */
const givenNow = new WeakMap<FastifyRequest, Identity>()

function newIdentity({ random }: Services): Identity {
  return { id: random.token(), signatures: [] }
}

function writeIdentity(services: Services, { request, reply }: Browser, identity: Identity): void {
  givenNow.set(request, identity)
  const cookie = [identity.id, ...identity.signatures].join('.')
  writeCookie(reply, services.config, 'device', cookie, { maxAgeSeconds: keptSeconds })
}

function readIdentity(services: Services, request: FastifyRequest): Identity | undefined {
  const given = givenNow.get(request)
  if (given) return given
  const cookie = readCookie(request, services.config, 'device') ?? ''
  if (!/^[\w-]{43}(?:\.[\w-]{43}){0,4}$/.test(cookie)) return undefined
  const [id = '', ...signatures] = cookie.split('.')
  return { id, signatures }
}

function sign({ config }: Services, id: string, emailKey: string): string {
  // the label stays: another one would make every known browser a stranger
  return createHmac('sha256', derivedKey(config.appSecret, 'known device'))
    .update(`${id} ${emailKey}`)
    .digest('base64url')
}

function isEqual(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(left), Buffer.from(right))
}
