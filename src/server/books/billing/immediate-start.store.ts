import type { Interval } from '#domain/interval.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'

/**
 * Records when a consumer requested access before the end of the withdrawal period (German Civil Code, section 357a),
 * in the transaction that accepts the order. Returns the record's id.
 */
export async function noteImmediateStart(
  trx: Trx,
  { clock, random }: Pick<Services, 'clock' | 'random'>,
  accountId: string,
  { interval, shownGrossCents = null }: { interval: Interval; shownGrossCents?: number | null | undefined },
): Promise<string> {
  const id = random.id()
  await trx
    .insertInto('immediate_start')
    .values({
      id,
      account_id: accountId,
      asked_at: clock.now(),
      interval_value: interval.value,
      interval_unit: interval.unit,
      gross_cents: shownGrossCents,
    })
    .execute()
  return id
}

/**
 * Returns when a consumer requested immediate access with an order of that interval; undefined without a request since
 * `since`.
 */
export async function immediateStartAsked(
  db: Db,
  { accountId, interval, since }: { accountId: string; interval: Interval; since: Date },
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('immediate_start')
    .select('asked_at')
    .where('account_id', '=', accountId)
    .where('interval_value', '=', interval.value)
    .where('interval_unit', '=', interval.unit)
    .where('asked_at', '>=', since)
    .orderBy('asked_at', 'desc')
    .executeTakeFirst()
  return row?.asked_at
}

/** Deletes the record: the card was refused, so no contract came about. */
export async function forgetImmediateStart(db: Db, id: string): Promise<void> {
  await db.deleteFrom('immediate_start').where('id', '=', id).execute()
}
