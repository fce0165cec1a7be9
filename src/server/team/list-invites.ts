import type * as z from 'zod/mini'
import { href } from '#contract/pages.ts'
import type { Invites } from '#contract/team/team.ts'
import type { Services } from '#server/services/services.ts'
import { readInvites } from './invite.store.ts'

/** The invite links of an account that still work, newest first, each with the address to pass on. */
export async function listInvites(
  { database, clock, config }: Services,
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
