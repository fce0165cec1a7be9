import type { Tables, Trx } from '#server/platform/database/tables.ts'

/** A consent to the newsletter, with the wording shown beside the checkbox, or its withdrawal. */
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
 * Stores a decision about the newsletter. Repeating the current state is no decision. A withdrawal cancels queued
 * mails.
 */
export async function decideNewsletter(
  trx: Trx,
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
  // mutant `!agreed → true`: a user who agrees has no such waiting mail
  if (!agreed) await cancelMails(trx, accountId, at)
}

async function cancelMails(trx: Trx, accountId: string, at: Date): Promise<void> {
  const waiting = `${newsletterKey(accountId)}%`
  // one of a broadcast that is being handed over is not sent a second time, whatever its outcome
  await trx
    .updateTable('mail')
    .set({ send_before: at })
    .where('effect_key', 'like', waiting)
    .where('broadcast_id', 'is not', null)
    .where('taken_until', 'is not', null)
    .where('sent_at', 'is', null)
    .execute()
  await trx
    .deleteFrom('mail')
    .where('effect_key', 'like', waiting)
    .where('sent_at', 'is', null)
    .where((mail) => mail.or([mail('broadcast_id', 'is', null), mail('taken_until', 'is', null)]))
    .execute()
}

/** Records the decision of an account that was just created with it. */
export async function insertConsent(
  trx: Trx,
  { id, accountId, at, means, text }: Omit<NewsletterDecision, 'text'> & { text: string | undefined },
): Promise<void> {
  await trx
    .insertInto('newsletter_consent')
    // mutant `text ?? null → text`: without a value a column is null
    .values({ id, account_id: accountId, agreed: text !== undefined, at, means, text: text ?? null })
    .execute()
}

/** Prefix of the effect keys of an account's newsletter mails. */
export function newsletterKey(accountId: string): string {
  return `newsletter ${accountId} `
}
