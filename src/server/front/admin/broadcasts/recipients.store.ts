import { type SqlBool, sql } from 'kysely'
import type { BroadcastDraft } from '#contract/desk/broadcasts.ts'
import { type Look, whereOf } from '#server/front/admin/people/people.store.ts'
import { newsletterKey } from '#server/identity/accounts/newsletter-consent.store.ts'
import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'

type Audience = Pick<BroadcastDraft, 'kind' | 'toLanguage' | 'toStatus'>

export type Recipient = { readonly accountId: string; readonly email: string; readonly name: string }

/** Key of the mail of a broadcast to an account; an account gets one. Who unsubscribes loses waiting newsletters, not notices. */
export function broadcastKey(kind: Audience['kind'], id: string, accountId: string): string {
  return `${kind === 'newsletter' ? newsletterKey(accountId) : `notice ${accountId} `}broadcast ${id}`
}

/** Counts those who would get a broadcast. */
export async function countRecipients(db: Db, audience: Audience, look: Look): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count ${recipients(audience, look)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns up to `limit` who have no mail of a broadcast yet, and locks their accounts: they cannot unsubscribe meanwhile. */
export async function lockNextRecipients(
  trx: Trx,
  { id, createdAt, ...audience }: Audience & { readonly id: string; readonly createdAt: Date },
  look: Look,
  limit: number,
): Promise<readonly Recipient[]> {
  const [before, after] = broadcastKey(audience.kind, id, '|').split('|')
  const { rows } = await sql<Recipient>`
    select account.id as "accountId", contact.email, account_user.name ${recipients(audience, look)}
      and account.created_at <= ${createdAt}
      and not exists (select from mail
        where mail.effect_key = ${before}::text || account.id || ${after}::text)
    order by account.id limit ${limit} for update of account`.execute(trx)
  return rows
}

/**
 * Owners with a confirmed address that is not known to be undeliverable. A newsletter goes to those who agreed to it, with
 * recorded words; a notice to those whose subscription runs, unless a status is chosen.
 */
function recipients({ kind, toLanguage, toStatus }: Audience, look: Look) {
  const chosen = whereOf(
    { language: toLanguage ?? undefined, status: (toStatus as never) ?? undefined },
    look,
  )
  const agreed = sql<SqlBool>`account.newsletter and exists (select from newsletter_consent as consent
    where consent.account_id = account.id and consent.agreed and consent.text is not null)`
  const isCustomer =
    toStatus === null
      ? sql<SqlBool>`not (${whereOf({ status: 'none' }, look)} or ${whereOf({ status: 'cancelled' }, look)})`
      : sql<SqlBool>`true`
  return sql`
    from account
    join account_user on account_user.account_id = account.id and account_user.role = 'owner'
    join contact on contact.user_id = account_user.id and contact.is_primary
    where account.id <> ${adminAccountId} and account.deletion_at is null
      and contact.confirmed_at is not null and contact.undeliverable_since is null
      and ${chosen} and ${kind === 'newsletter' ? agreed : isCustomer}`
}
