import type { NotNull } from 'kysely'
import { sql } from 'kysely'
import type { Language } from '#domain/language.ts'
import { newsletterKey } from '#server/identity/accounts/newsletter-consent.store.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'

/** A recent user with consent to the newsletter and a confirmed address. */
export type Newcomer = {
  readonly accountId: string
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly language: Language
  readonly confirmedAt: Date
}

/**
 * Returns owners who confirmed their first address after a moment, get the newsletter with recorded consent, and are
 * not about to be deleted.
 */
export async function readNewcomers(db: Db, since: Date): Promise<Newcomer[]> {
  return newcomers(db, since).execute()
}

/** The same for one account, whose decisions are locked; undefined if it no longer qualifies. */
export async function lockNewcomer(trx: Trx, accountId: string, since: Date): Promise<Newcomer | undefined> {
  await trx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().executeTakeFirst()
  return newcomers(trx, since).where('account.id', '=', accountId).executeTakeFirst()
}

/** Returns which of the account's newsletter mails were written, by the suffix of their keys. */
export async function writtenSteps(db: Db, accountId: string): Promise<ReadonlySet<string>> {
  const key = newsletterKey(accountId)
  const rows = await db
    .selectFrom('mail')
    .select('effect_key')
    .where('effect_key', 'like', `${key}%`)
    .execute()
  // mutant `effect_key.slice(key.length) → effect_key`: the outbox takes each key once; this spares a transaction
  return new Set(rows.map(({ effect_key }) => effect_key.slice(key.length)))
}

/** Returns the ids of the videos that a user has viewed, last viewed first. */
export async function viewedVideos(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('viewing')
    .select('video_id')
    .where('user_id', '=', userId)
    .orderBy('viewed_at', 'desc')
    .execute()
  return rows.map(({ video_id }) => video_id)
}

function newcomers(db: Db, since: Date) {
  return (
    db
      .selectFrom('account')
      .innerJoin('account_user', (join) =>
        join.onRef('account_user.account_id', '=', 'account.id').on('account_user.role', '=', 'owner'),
      )
      .innerJoin('contact', (join) =>
        join.onRef('contact.user_id', '=', 'account_user.id').on('contact.is_primary', '=', true),
      )
      .select(['account.id as accountId', 'account_user.id as userId', 'account_user.name', 'contact.email'])
      .select(sql<Language>`coalesce(account_user.language, account.language)`.as('language'))
      .select('contact.confirmed_at as confirmedAt')
      .where('account.newsletter', '=', true)
      .where('account.deletion_at', 'is', null)
      // mutant `'>' → '>='`: nothing is due a week after the confirmation
      .where('contact.confirmed_at', '>', since)
      .$narrowType<{ confirmedAt: NotNull }>()
      .where((where) =>
        where.exists(
          where
            .selectFrom('newsletter_consent')
            .select('newsletter_consent.id')
            .whereRef('newsletter_consent.account_id', '=', 'account.id')
            .where('newsletter_consent.text', 'is not', null)
            // by the operator's word: they are no newcomers
            .where('newsletter_consent.means', '!=', 'import'),
        ),
      )
  )
}
