import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { publicLookup } from './public-address.ts'

/** 1 MB: the code host's pictures have about 20 kB. */
const maxBytes = 1024 * 1024

/**
 * Downloads a user's picture from the code host only: the address is untrusted. GitHub uses a separate host, which must
 * be public; an Enterprise Server is its own host and may be in a private network, because the operator has configured
 * it. Redirects are not followed. Undefined if unavailable.
 */
export function downloadPicture(
  avatarUrl: string,
  { codeHostUrl, timeoutMs }: { readonly codeHostUrl: string; readonly timeoutMs: number },
): Promise<Buffer | undefined> {
  const address = pictureAddress(avatarUrl, codeHostUrl)
  if (!address) return Promise.resolve(undefined)
  const isOwn = address.origin === new URL(codeHostUrl).origin
  const options = {
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'image/*', 'user-agent': 'Lectern' },
    ...(!isOwn && { lookup: publicLookup }),
  }
  const request = address.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve) => {
    const asked = request(address, options, (response) => {
      const parts: Buffer[] = []
      let bytes = 0
      const refuse = () => {
        resolve(undefined)
        response.destroy()
      }
      if (response.statusCode !== 200) return refuse()
      response.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > maxBytes) refuse()
        else parts.push(part)
      })
      response.on('end', () => resolve(Buffer.concat(parts)))
      response.on('error', refuse)
    })
    asked.on('error', () => resolve(undefined))
    asked.end()
  })
}

/** The address of a picture, in a small size where offered; undefined for an address that is not allowed. */
export function pictureAddress(avatarUrl: string, codeHostUrl: string): URL | undefined {
  const address = URL.parse(avatarUrl)
  if (!address || address.username || address.password) return undefined
  if (address.origin === new URL(codeHostUrl).origin) return address
  if (codeHostUrl !== 'https://github.com' || address.origin !== githubPictures) return undefined
  address.searchParams.set('s', '192')
  return address
}

const githubPictures = 'https://avatars.githubusercontent.com'
