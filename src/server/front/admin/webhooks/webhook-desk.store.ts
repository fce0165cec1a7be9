import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'

/** Returns the endpoints, oldest first, with the last attempt and the number of waiting deliveries of each. */
export async function listEndpoints(db: Db) {
  return db
    .selectFrom('webhook_endpoint as endpoint')
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('webhook_delivery')
          .select(['last_attempt_at', 'status', 'problem'])
          .whereRef('endpoint_id', '=', 'endpoint.id')
          .where('last_attempt_at', 'is not', null)
          .orderBy('last_attempt_at', 'desc')
          .limit(1)
          .as('last'),
      (on) => on.onTrue(),
    )
    .select(['id', 'url', 'events', 'active', 'switched_off', 'previous_until'])
    .select(['last.last_attempt_at', 'last.status', 'last.problem'])
    .select(
      sql<number>`(select count(*)::int from webhook_delivery where endpoint_id = endpoint.id and state = 'waiting')`.as(
        'waiting',
      ),
    )
    .orderBy('endpoint.created_at')
    .orderBy('endpoint.id')
    .execute()
}

/** Returns the newest deliveries to an endpoint, newest first. */
export function listDeliveries(db: Db, endpointId: string, limit: number) {
  return db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute()
}

export function findEndpoint(db: Db, id: string) {
  return db.selectFrom('webhook_endpoint').selectAll().where('id', '=', id).executeTakeFirst()
}

/** As `findEndpoint`, locked until the transaction ends. */
export function lockEndpoint(trx: Trx, id: string) {
  return trx.selectFrom('webhook_endpoint').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Returns the number of endpoints; other writers of the table wait until the transaction ends. */
export async function countEndpoints(trx: Trx): Promise<number> {
  await sql`lock table webhook_endpoint in share row exclusive mode`.execute(trx)
  return (await trx.selectFrom('webhook_endpoint').select('id').execute()).length
}

/** Returns a delivery, and whether its endpoint is switched on. */
export function findDelivery(db: Db, id: string) {
  return db
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('webhook_endpoint as endpoint', 'endpoint.id', 'delivery.endpoint_id')
    .select(['endpoint_id', 'message_id', 'type', 'active'])
    .where('delivery.id', '=', id)
    .executeTakeFirst()
}

/** Makes a delivery due anew, with all attempts. */
export async function makeDue(trx: Trx, id: string, now: Date): Promise<void> {
  await trx
    .updateTable('webhook_delivery')
    .set({ state: 'waiting', attempts: 0, next_attempt_at: now })
    .where('id', '=', id)
    .execute()
}

export async function insertEndpoint(trx: Trx, row: Insertable<Tables['webhook_endpoint']>): Promise<void> {
  await trx.insertInto('webhook_endpoint').values(row).execute()
}

export async function updateEndpoint(
  trx: Trx,
  id: string,
  change: Updateable<Tables['webhook_endpoint']>,
): Promise<void> {
  await trx.updateTable('webhook_endpoint').set(change).where('id', '=', id).execute()
}

export async function deleteEndpoint(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('webhook_endpoint').where('id', '=', id).execute()
}

/** Stores a delivery that was sent already. */
export async function insertSentDelivery(
  trx: Trx,
  row: Insertable<Tables['webhook_delivery']>,
): Promise<void> {
  await trx.insertInto('webhook_delivery').values(row).execute()
}
