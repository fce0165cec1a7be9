import { type IncomingHttpHeaders, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { checkedLookup, isLoopbackAddress, isPublicAddress, PrivateAddress } from './public-address.ts'

export type GuardedRequest = {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** From the look-up of the name to the last byte. */
  readonly timeoutMs: number
  /** Bytes of the reply's body that are read; the connection is closed after them. */
  readonly maxBytes: number
  /** In the demo, which only this machine reaches: also its own addresses, and these without TLS. */
  readonly allowsLoopback: boolean
}

export type GuardedReply = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** False where the body was longer than `maxBytes`, or ended early. */
  readonly isWhole: boolean
}

/** `refused`: nothing was sent, because of the address. */
export type NoReply = { readonly failed: 'refused' | 'timeout' | 'unreachable'; readonly reason: string }

/**
 * Sends a request to an address that a customer or the admin typed, by https to the public internet only. The addresses
 * of a name are checked in the connection's own look-up, against DNS rebinding. Redirects are not followed. Never throws.
 */
export function guardedRequest(typed: string, options: GuardedRequest): Promise<GuardedReply | NoReply> {
  const address = guardedAddress(typed, options)
  if (!address) return Promise.resolve({ failed: 'refused', reason: new PrivateAddress().message })
  const { method, headers, body, timeoutMs, maxBytes } = options
  const request = address.protocol === 'https:' ? requestHttps : requestHttp
  const sent: RequestOptions = {
    method,
    headers: { 'user-agent': 'Lectern', 'accept-encoding': 'identity', ...headers },
    // no connection of another request is reused
    agent: false,
    lookup: checkedLookup((found) => isAllowed(found, options)),
    signal: AbortSignal.timeout(timeoutMs),
  }
  return new Promise((resolve) => {
    let endReading: (() => void) | undefined
    const asked = request(address, sent, (response) => {
      const parts: Buffer[] = []
      let bytes = 0
      const end = (isWhole = false) => {
        const read = Buffer.concat(parts).subarray(0, maxBytes)
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: read, isWhole })
        response.destroy()
      }
      endReading = end
      response.on('data', (part: Buffer) => {
        parts.push(part)
        bytes += part.length
        if (bytes > maxBytes) end()
      })
      response.on('end', () => end(response.complete))
      response.on('error', () => end())
    })
    asked.on('error', (error) => (endReading ? endReading() : resolve(failureOf(error))))
    asked.end(body)
  })
}

/** Returns the address if a request may be sent to it, as far as can be said without a look-up. */
export function guardedAddress(
  typed: string,
  options: Pick<GuardedRequest, 'allowsLoopback'>,
): URL | undefined {
  const address = URL.parse(typed)
  if (!address || address.username || address.password) return undefined
  const host = address.hostname.replace(/^\[|\]$/g, '')
  // the connection looks up names only
  if (isIP(host) && !isAllowed(host, options)) return undefined
  const isOwn = options.allowsLoopback && (host === 'localhost' || (isIP(host) && isLoopbackAddress(host)))
  return address.protocol === 'https:' || (isOwn && address.protocol === 'http:') ? address : undefined
}

function isAllowed(address: string, { allowsLoopback }: Pick<GuardedRequest, 'allowsLoopback'>): boolean {
  return isPublicAddress(address) || (allowsLoopback && isLoopbackAddress(address))
}

function failureOf(error: Error): NoReply {
  if (error instanceof PrivateAddress) return { failed: 'refused', reason: error.message }
  if (error.name === 'TimeoutError' || error.name === 'AbortError')
    return { failed: 'timeout', reason: 'No reply in time' }
  return { failed: 'unreachable', reason: error.message.slice(0, 200) }
}
