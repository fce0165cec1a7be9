import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, writeCookie } from '#server/http/cookies.ts'
import { derivedKey } from '#server/runtime/derived-key.ts'
import type { Services } from '#server/services/services.ts'

/** The browser that asks, and the reply in which its cookies change. */
type Browser = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/** Accounts that a shared computer may be known to. */
const accountsKept = 4
/** As long as browsers keep a cookie. */
const keptSeconds = 400 * 24 * 60 * 60

/**
 * The device's id when it has signed in to that account before, for `limits.login`. Its cookie holds an id and, for
 * each account, a signature over both: nothing that could be made without having signed in.
 */
export function knownDevice(
  services: Services,
  request: FastifyRequest,
  emailKey: string,
): string | undefined {
  const device = deviceOf(services, request)
  return device?.signatures.some((one) => sameWord(one, sign(services, device.id, emailKey)))
    ? device.id
    : undefined
}

/** Remembers that this browser has signed in to an account. */
export function rememberDevice(services: Services, browser: Browser, emailKey: string): void {
  const { id, signatures } = deviceOf(services, browser.request) ?? newDevice(services)
  const own = sign(services, id, emailKey)
  const kept = [own, ...signatures.filter((one) => one !== own)].slice(0, accountsKept)
  writeDevice(services, browser, { id, signatures: kept })
}

/** A word that stands for this browser as long as it keeps its cookies; it is given one where it has none. */
export function deviceIdOf(services: Services, browser: Browser): string {
  const device = deviceOf(services, browser.request)
  if (device) return device.id
  const given = newDevice(services)
  writeDevice(services, browser, given)
  return given.id
}

type Device = { readonly id: string; readonly signatures: readonly string[] }

/** What a browser was given in the reply to the request that is being answered. */
const givenNow = new WeakMap<FastifyRequest, Device>()

function newDevice({ random }: Services): Device {
  return { id: random.token(), signatures: [] }
}

function writeDevice(services: Services, { request, reply }: Browser, device: Device): void {
  givenNow.set(request, device)
  const cookie = [device.id, ...device.signatures].join('.')
  writeCookie(reply, services.config, 'device', cookie, { maxAgeSeconds: keptSeconds })
}

function deviceOf(services: Services, request: FastifyRequest): Device | undefined {
  const given = givenNow.get(request)
  if (given) return given
  const cookie = readCookie(request, services.config, 'device') ?? ''
  if (!/^[\w-]{43}(?:\.[\w-]{43}){0,4}$/.test(cookie)) return undefined
  const [id = '', ...signatures] = cookie.split('.')
  return { id, signatures }
}

function sign({ config }: Services, id: string, emailKey: string): string {
  return createHmac('sha256', derivedKey(config.appSecret, 'known device'))
    .update(`${id} ${emailKey}`)
    .digest('base64url')
}

function sameWord(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(left), Buffer.from(right))
}
