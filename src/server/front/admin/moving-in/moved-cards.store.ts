import { sql } from 'kysely'
import type { CardTerms } from '#domain/moving-in/card-terms.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'
import type { CardOnFile } from '#server/platform/outside/payment.ts'

/** How somebody is charged from a day on, with the card that was found. */
export type MovedCard = Pick<CardTerms, 'price' | 'interval'> & {
  readonly seats: number
  readonly provider: string
  readonly card: CardOnFile
}

/** Returns which of these customers belong to an account, or to somebody who was moved in. */
export async function customersInUse(db: Db, customers: readonly string[]): Promise<ReadonlySet<string>> {
  const list = sql`any(${[...customers]}::text[])`
  const { rows } = await sql<{ ref: string }>`
    select ref from payment_customer where ref = ${list}
    union select customer from imported_person where customer = ${list}`.execute(db)
  return new Set(rows.map(({ ref }) => ref))
}

/** Keeps how somebody is charged until the operator states that the old subscriptions have ended. */
export async function keepMovedCard(
  trx: Trx,
  {
    accountId,
    customer,
    chargedFrom,
    moved,
  }: { accountId: string; customer: string; chargedFrom: Date; moved: MovedCard },
): Promise<void> {
  await trx
    .updateTable('imported_person')
    .set({ customer, charged_from: chargedFrom, terms: JSON.stringify(moved) })
    .where('account_id', '=', accountId)
    .execute()
}

/** Records the operator's statement about an import that has ended; false if it was made, or nobody waits for it. */
export async function stateOldEnded(
  trx: Trx,
  { importId, at }: { importId: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update people_import set old_ended_at = ${at}
    where id = ${importId}::uuid and state = 'done' and old_ended_at is null
      and exists (select from imported_person where import_id = ${importId}::uuid and terms is not null)
    returning id`.execute(trx)
  return rows.length > 0
}

export type WaitingCard = {
  readonly accountId: string
  readonly customer: string
  readonly chargedFrom: Date
  readonly moved: MovedCard
}

/** Returns the next people of an import about whom it is to be decided whether they are charged here. */
export async function waitingCards(
  trx: Trx,
  importId: string,
  limit: number,
): Promise<readonly WaitingCard[]> {
  const { rows } = await sql<WaitingCard>`
    select account_id as "accountId", customer, charged_from as "chargedFrom", terms as moved
    from imported_person where import_id = ${importId}::uuid and terms is not null
    order by account_id limit ${limit}`.execute(trx)
  return rows
}

/** Records whether somebody is charged here; how is no longer needed. */
export async function decideCard(
  trx: Trx,
  { accountId, taken }: { accountId: string; taken: boolean },
): Promise<void> {
  await trx
    .updateTable('imported_person')
    .set({ taken_over: taken, terms: null })
    .where('account_id', '=', accountId)
    .execute()
}
