import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config/config.ts'

/** Which site passkeys belong to: the name they are kept under, and the address of the page that may use them. */
export type PasskeySite = { readonly rpId: string; readonly origin: string }

/**
 * The site of BASE_URL. The demo is reached under any loopback name and port, so there it is what the browser's address
 * bar says; the host was checked before (`host-names.ts`).
 */
export function passkeySite(
  { baseUrl, demo }: Pick<Config, 'baseUrl' | 'demo'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): PasskeySite {
  const address = demo ? new URL(`${baseUrl.protocol}//${headers.host ?? baseUrl.host}`) : baseUrl
  return { rpId: address.hostname, origin: address.origin }
}
