import type * as z from 'zod/mini'
import { href } from '#contract/pages.ts'
import type { Invites } from '#contract/team/team.ts'
import { inviteDomain, mostInvites } from '#domain/team/invite.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { insertInvite, lockAccount, readInvites } from './invite.store.ts'
import { findOwner } from './join.store.ts'

/**
 * Creates an invite link: valid for some days, for addresses of one domain if given, and for `maxUses` uses. 403
 * `confirmation-required` before the owner has confirmed an address, 422 `invalid` for a malformed domain, 409
 * `too-many-invites`.
 */
export const addInvite: UseCase<'addInvite', 'config' | 'database' | 'clock' | 'random'> = async (
  services,
  { body, viewer },
) => {
  const { database, clock, random } = services
  const domain = inviteDomain(body.domain)
  if (domain === undefined) return new Problem('invalid', { fields: { domain: 'field_domain_invalid' } })
  const now = clock.now()
  const refusal = await inTransaction(database.db, async (trx) => {
    await lockAccount(trx, viewer.accountId)
    if (!(await findOwner(trx, viewer.accountId))) return new Problem('confirmation-required')
    const invites = await readInvites(trx, viewer.accountId, now)
    if (invites.length >= mostInvites) return new Problem('too-many-invites')
    await insertInvite(trx, {
      id: random.id(),
      accountId: viewer.accountId,
      code: codeFrom(random.token()),
      domain,
      maxUses: body.maxUses ?? null,
      createdBy: viewer.userId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + body.days * 86_400_000),
    })
    return undefined
  })
  return refusal ?? { status: 200, body: await listInvites(services, viewer.accountId) }
}

/** 128 bits are beyond guessing, and short enough to be passed on. */
function codeFrom(token: string): string {
  return Buffer.from(token, 'base64url').subarray(0, 16).toString('base64url')
}

/** Returns an account's valid invite links, newest first, with their addresses. */
export async function listInvites(
  { database, clock, config }: Pick<Services, 'config' | 'database' | 'clock'>,
  accountId: string,
): Promise<z.output<typeof Invites>> {
  const rows = await readInvites(database.db, accountId, clock.now())
  return {
    invites: rows.map(({ id, code, domain, maxUses, uses, createdAt, expiresAt }) => ({
      id,
      url: new URL(href('join', { code }), config.baseUrl).href,
      domain,
      expiresAt: expiresAt.toISOString(),
      uses,
      maxUses,
      createdAt: createdAt.toISOString(),
    })),
  }
}
