import type { Transaction } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

/** An agreement to the newsletter, with the words that were read beside the box, or its withdrawal. */
export type NewsletterDecision = {
  readonly id: string
  readonly accountId: string
  /** Business time. */
  readonly at: Date
  readonly means: Exclude<Tables['newsletter_consent']['means'], 'before'>
  /** Undefined for a withdrawal. */
  readonly text?: string
}

/**
 * Stores whether an account gets the newsletter, and that this was decided. What it is already is no new decision. A
 * withdrawal takes back mails that were not handed over yet.
 */
export async function decideNewsletter(
  trx: Transaction<Tables>,
  { id, accountId, at, means, text }: NewsletterDecision,
): Promise<void> {
  const agreed = text !== undefined
  const changed = await trx
    .updateTable('account')
    .set({ newsletter: agreed })
    .where('id', '=', accountId)
    .where('newsletter', '!=', agreed)
    .returning('id')
    .executeTakeFirst()
  if (!changed) return
  await insertConsent(trx, { id, accountId, at, means, text })
  // mutant `!agreed → true`: whoever agrees has no such mail that waits
  if (!agreed)
    await trx
      .deleteFrom('mail')
      .where('effect_key', 'like', `${newsletterKey(accountId)}%`)
      .where('sent_at', 'is', null)
      .execute()
}

/** Writes a decision down that is stored already: that of an account which was just made. */
export async function insertConsent(
  trx: Transaction<Tables>,
  { id, accountId, at, means, text }: Omit<NewsletterDecision, 'text'> & { text: string | undefined },
): Promise<void> {
  await trx
    .insertInto('newsletter_consent')
    // mutant `text ?? null → text`: without a value a column is null
    .values({ id, account_id: accountId, agreed: text !== undefined, at, means, text: text ?? null })
    .execute()
}

/** With what the effect keys of an account's newsletter mails begin. */
export function newsletterKey(accountId: string): string {
  return `newsletter ${accountId} `
}
