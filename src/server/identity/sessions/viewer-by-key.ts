import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { scopeOf } from '#contract/key-scopes.ts'
import { permissionsOf } from '#domain/team/permission.ts'
import { clientNetwork } from '#server/platform/http/client-network.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { adminAccountId } from './admin-account.ts'
import { findApiKey, noteKeyUse } from './api-key.store.ts'
import { isKeyText } from './key-text.ts'

const bearer = /^Bearer +(lectern_live_\S*)$/i

/** Returns the key for programs that a request carries; undefined without one. */
export function keyOfRequest({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return bearer.exec(headers.authorization ?? '')?.[1]
}

/**
 * Returns the admin for whom a key stands. 400 `key-with-cookie`; 401 `key-unknown` for an unknown, expired or withdrawn key; 403
 * `key-network` from another network, `key-scope` for a call that the key may not make; 429 above the limit.
 */
export async function viewerByKey(
  services: Pick<Services, 'database' | 'clock' | 'limits'>,
  request: FastifyRequest,
  key: string,
): Promise<Viewer | Problem> {
  const { database, clock, limits } = services
  // a browser never sends both by itself
  if (request.headers.cookie !== undefined) return new Problem('key-with-cookie')
  const now = clock.real()
  const keyHash = sha256(key)
  const row = isKeyText(key) ? await findApiKey(database.db, keyHash, now) : undefined
  if (!row) return (await limits.unknownKey.consume(clientNetwork(request.ip))) ?? new Problem('key-unknown')
  if (!isInside(row.networks, request.ip)) return new Problem('key-network')
  const { call } = request.routeOptions.config
  const scope = call && scopeOf(call)
  if (!scope || !row.scopes.includes(scope)) return new Problem('key-scope')
  const refused = await limits.apiKey.consume(row.id)
  if (refused) return refused
  if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() >= usedAgainMs)
    await noteKeyUse(database.db, row.id, now)
  return {
    userId: row.userId,
    accountId: adminAccountId,
    role: 'owner',
    permissions: permissionsOf('owner'),
    admin: true,
    language: row.language,
    // no session has it: what asks for a proof of identity finds none
    sessionHash: keyHash,
    key: { name: row.name },
  }
}

/** Whether an address belongs to one of the networks; to any where none is named. */
function isInside(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true
  const list = new BlockList()
  for (const network of networks) addNetwork(list, network)
  // an IPv4-mapped address is found in networks of IPv4 as well
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Whether a text is a network in CIDR notation, or a single address. No IPv6 network that admits all IPv4 addresses. */
export function isNetwork(text: string): boolean {
  const list = new BlockList()
  try {
    addNetwork(list, text)
    // `::ffff:10.0.0.0/24` contains every IPv4-mapped address
    return !text.includes(':') || !list.check('::ffff:0:0', 'ipv6')
  } catch {
    return false
  }
}

function addNetwork(list: BlockList, network: string): void {
  const [address = '', bits] = network.split('/')
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (bits === undefined) list.addAddress(address, family)
  else if (/^\d{1,3}$/.test(bits)) list.addSubnet(address, Number(bits), family)
  else throw new RangeError(`${network} is no network`)
}

/** The last use of a key is stored once a minute, not with each request. */
const usedAgainMs = 60_000
