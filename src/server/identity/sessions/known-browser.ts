import type { FastifyRequest } from 'fastify'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { clientNetwork, shownNetwork } from '#server/platform/http/client-network.ts'
import { type Browser, readCookie, writeCookie } from '#server/platform/http/cookies.ts'
import { languageOfUser } from '#server/platform/mail/mail-language.store.ts'
import { hasEnoughMails, queueMail } from '#server/platform/mail/queue-mail.ts'
import { newBrowserMail } from '#server/platform/mail/templates/credentials.ts'
import { isSignature, sha256, signature } from '#server/platform/runtime/derived-key.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readConfirmedAddresses } from './confirmed-addresses.store.ts'
import { recordBrowser } from './known-browser.store.ts'
import { lockUser } from './user-lock.store.ts'

/** Number of accounts that a shared computer remembers. */
const accountsKept = 4
/** The longest lifetime that browsers give a cookie. */
const keptSeconds = 400 * 24 * 60 * 60

/**
 * Returns the id of a browser that has signed in to that account before, for `limits.login`; undefined for any other.
 * Its cookie contains the id, and for each account a signature over both, which cannot be forged.
 */
export function knownBrowser(
  services: Pick<Services, 'config'>,
  request: FastifyRequest,
  emailKey: string,
): string | undefined {
  const known = readIdentity(services, request)
  return known?.signatures.some((one) => isSigned(services, known.id, emailKey, one)) ? known.id : undefined
}

/** Records in the browser's cookie that it has signed in to an account. */
export function rememberBrowser(
  services: Pick<Services, 'config' | 'random'>,
  browser: Browser,
  emailKey: string,
): void {
  const { id, signatures } = readIdentity(services, browser.request) ?? newIdentity(services)
  const own = signature(services.config, purpose, `${id} ${emailKey}`)
  const others = signatures.filter((one) => !isSigned(services, id, emailKey, one))
  const kept = [own, ...others].slice(0, accountsKept)
  writeIdentity(services, browser, { id, signatures: kept })
}

/** Returns this browser's id, which lasts as long as its cookie; creates one where missing. */
function browserIdOf(services: Pick<Services, 'config' | 'random'>, browser: Browser): string {
  const known = readIdentity(services, browser.request)
  if (known) return known.id
  const given = newIdentity(services)
  writeIdentity(services, browser, given)
  return given.id
}

/** The content of the cookie. */
type Identity = { readonly id: string; readonly signatures: readonly string[] }

/** Cookies set in replies in progress: the request does not contain them yet. */
const givenNow = new WeakMap<FastifyRequest, Identity>()

function newIdentity({ random }: Pick<Services, 'random'>): Identity {
  return { id: random.token(), signatures: [] }
}

function writeIdentity(
  services: Pick<Services, 'config'>,
  { request, reply }: Browser,
  identity: Identity,
): void {
  givenNow.set(request, identity)
  const cookie = [identity.id, ...identity.signatures].join('.')
  writeCookie(reply, services.config, 'device', cookie, { maxAgeSeconds: keptSeconds })
}

function readIdentity(services: Pick<Services, 'config'>, request: FastifyRequest): Identity | undefined {
  const given = givenNow.get(request)
  if (given) return given
  // mutant `readCookie(request, services.config, 'device') ?? '' → readCookie(request, services.config, 'device')`: none is no cookie of ours
  // mutant `'' → 'mutant'`: nor is that
  const cookie = readCookie(request, services.config, 'device') ?? ''
  if (!/^[\w-]{43}(?:\.[\w-]{43}){0,4}$/.test(cookie)) return undefined
  // mutant `'' → 'mutant'`: there is one
  const [id = '', ...signatures] = cookie.split('.')
  return { id, signatures }
}

// must never change: another label would make every known browser unknown
const purpose = 'known device'

function isSigned({ config }: Pick<Services, 'config'>, id: string, emailKey: string, said: string): boolean {
  return isSignature(config, purpose, `${id} ${emailKey}`, said)
}

/**
 * Mails a user, at their primary contact, about a sign-in from a new browser, except for the very first one. A browser
 * is recognised by a cookie that outlives its session. At most three mails an hour, for browsers without cookies.
 */
export async function notifyOfNewBrowser(
  services: Services,
  browser: Browser,
  userId: string,
): Promise<void> {
  const { clock, config, database, random } = services
  const { headers, ip } = browser.request
  const browserHash = sha256(browserIdOf(services, browser))
  const now = clock.real()
  await inTransaction(database.db, async (trx) => {
    await lockUser(trx, userId)
    const { isNew } = await recordBrowser(trx, { userId, browserHash, now })
    if (!isNew) return
    const { name, addresses } = await readConfirmedAddresses(trx, userId)
    const [to] = addresses
    if (to === undefined || (await hasEnoughMails(trx, services, { to, template: 'new-browser' }))) return
    const facts = {
      name,
      at: now,
      // mutant `headers['user-agent'] ?? null → headers['user-agent']`: both are no name
      userAgent: headers['user-agent'] ?? null,
      network: shownNetwork(clientNetwork(ip)),
    }
    await queueMail(trx, services, {
      effectKey: `new-browser ${random.id()}`,
      template: 'new-browser',
      to,
      content: newBrowserMail(facts, config, await languageOfUser(trx, userId)),
    })
  })
}
