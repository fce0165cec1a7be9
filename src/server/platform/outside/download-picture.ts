import { lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'

/** 1 MB: the code host's pictures have some 20 kB. */
const mostBytes = 1024 * 1024

/**
 * Downloads a person's picture from where the code host keeps them, and from nowhere else: the address comes from the
 * outside. GitHub has a host for them, which has to be a public one; an Enterprise Server serves them itself and may
 * stand in a private network, for the operator has named it. No redirect is followed. Undefined where there is none.
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
        if (bytes > mostBytes) refuse()
        else parts.push(part)
      })
      response.on('end', () => resolve(Buffer.concat(parts)))
      response.on('error', refuse)
    })
    asked.on('error', () => resolve(undefined))
    asked.end()
  })
}

/** The address to ask for a picture, in a small size where there is a choice; undefined for one that is not asked. */
export function pictureAddress(avatarUrl: string, codeHostUrl: string): URL | undefined {
  const address = URL.parse(avatarUrl)
  if (!address || address.username || address.password) return undefined
  if (address.origin === new URL(codeHostUrl).origin) return address
  if (codeHostUrl !== 'https://github.com' || address.origin !== githubPictures) return undefined
  address.searchParams.set('s', '192')
  return address
}

const githubPictures = 'https://avatars.githubusercontent.com'

/** Finds the addresses of a host as usual, and refuses one that leads into a private network. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0)
    const [first] = addresses
    if (!first || addresses.some(({ address }) => isPrivate(address)))
      return callback(new Error('A private address'), '', 0)
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

function isPrivate(address: string): boolean {
  return privateNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Networks that are not the public internet (RFC 6890). IPv4 within IPv6 is checked as what it is. */
const privateNetworks = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv6')
