import { guardedRequest } from './guarded-request.ts'

/** Longest reply in bytes: keys and configurations of large providers have some 20 kB. */
const maxBytes = 512 * 1024

/** What `openid-client` passes to a `fetch` of one's own. */
type Sent = {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

/**
 * Returns a `fetch` that goes through the guarded connector: https to public addresses alone, no redirects, at most ten
 * seconds and 512 kB. Throws where there is no whole reply.
 */
export function guardedFetch(allowsLoopback: boolean) {
  return async (address: string, { method, headers, body }: Sent): Promise<Response> => {
    const reply = await guardedRequest(address, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body !== undefined && body !== null && { body: String(body) }),
      timeoutMs: 10_000,
      maxBytes,
      allowsLoopback,
    })
    if ('failed' in reply) throw new Error(`${new URL(address).host}: ${reply.failed}`)
    if (!reply.isWhole) throw new Error(`${new URL(address).host}: the reply is too long`)
    const type = reply.headers['content-type']
    const challenge = reply.headers['www-authenticate']
    return new Response(reply.status === 204 ? null : new Uint8Array(reply.body), {
      status: reply.status,
      headers: {
        ...(type !== undefined && { 'content-type': type }),
        ...(challenge !== undefined && { 'www-authenticate': challenge }),
      },
    })
  }
}
