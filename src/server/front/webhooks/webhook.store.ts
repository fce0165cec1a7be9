import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'
import type { Secrets } from '#server/platform/runtime/derived-key.ts'
import { resealedWebhookSecret } from './webhook-secret.ts'

export type Endpoint = Selectable<Tables['webhook_endpoint']>
export type Delivery = Selectable<Tables['webhook_delivery']>

/** What became of an attempt. `status`: null without a reply, with the reason as `problem`. */
export type Attempt = {
  readonly status: number | null
  readonly problem: string | null
  readonly reply: string | null
  readonly durationMs: number
}

/** Removes the oldest events, up to a limit, and returns them in their order. */
export async function takeEvents(trx: Trx, limit: number) {
  const oldest = trx
    .selectFrom('webhook_event')
    .select('position')
    .orderBy('position')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const taken = await trx.deleteFrom('webhook_event').where('position', 'in', oldest).returningAll().execute()
  return taken.sort((one, other) => one.position - other.position)
}

export function activeEndpoints(db: Db): Promise<Endpoint[]> {
  return db.selectFrom('webhook_endpoint').selectAll().where('active', '=', true).execute()
}

export async function insertDeliveries(
  trx: Trx,
  rows: readonly Omit<
    Delivery,
    'position' | 'last_attempt_at' | 'duration_ms' | 'status' | 'problem' | 'reply'
  >[],
): Promise<void> {
  if (rows.length > 0)
    await trx
      .insertInto('webhook_delivery')
      .values([...rows])
      .execute()
}

/**
 * Claims due deliveries of an endpoint, in their order, until `heldUntil`: a process that dies leaves them to the next.
 * None while the endpoint is switched off, or slowed down.
 */
export async function claimDeliveries(
  db: Db,
  { endpointId, now, heldUntil, limit }: { endpointId: string; now: Date; heldUntil: Date; limit: number },
): Promise<Delivery[]> {
  const due = db
    .selectFrom('webhook_delivery as due')
    .innerJoin('webhook_endpoint as endpoint', 'endpoint.id', 'due.endpoint_id')
    .select('due.id')
    .where('due.endpoint_id', '=', endpointId)
    .where('endpoint.active', '=', true)
    .where((or) => or.or([or('endpoint.slow_until', 'is', null), or('endpoint.slow_until', '<=', now)]))
    .where('due.state', '=', 'waiting')
    .where('due.next_attempt_at', '<=', now)
    .orderBy('due.position')
    .limit(limit)
    .forUpdate('due')
    .skipLocked()
  return db
    .updateTable('webhook_delivery')
    .set({ next_attempt_at: heldUntil, attempts: sql`attempts + 1` })
    .where('id', 'in', due)
    .returningAll()
    .execute()
}

/** Stores an attempt. `nextAttemptAt`: null where no other follows. A delivery that was claimed anew is left as it is. */
export async function storeAttempt(
  db: Db,
  { id, attempts }: Pick<Delivery, 'id' | 'attempts'>,
  { status, problem, reply, durationMs }: Attempt,
  to: { readonly state: Delivery['state']; readonly at: Date; readonly nextAttemptAt: Date | null },
): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({
      status,
      problem,
      reply,
      duration_ms: durationMs,
      state: to.state,
      last_attempt_at: to.at,
      ...(to.nextAttemptAt && { next_attempt_at: to.nextAttemptAt }),
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

/** Sends nothing to an endpoint before an instant. */
export async function slowDown(db: Db, endpointId: string, until: Date): Promise<void> {
  await db.updateTable('webhook_endpoint').set({ slow_until: until }).where('id', '=', endpointId).execute()
}

/** Switches an endpoint off; false if it was off already. */
export async function switchOff(trx: Trx, endpointId: string, why: 'gone' | 'given-up'): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhook_endpoint')
    .set({ active: false, switched_off: why })
    .where('id', '=', endpointId)
    .where('active', '=', true)
    .executeTakeFirst()
  await giveUpWaiting(trx, endpointId)
  return numUpdatedRows > 0n
}

/** Gives up what waits for an endpoint. */
export async function giveUpWaiting(trx: Trx, endpointId: string): Promise<void> {
  await trx
    .updateTable('webhook_delivery')
    .set({ state: 'given-up' })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Whether an event waits, or a delivery that is due before an instant to an endpoint that is switched on. */
export async function anyWebhookWaits(db: Db, before: Date): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from webhook_event) or exists (
      select from webhook_endpoint as endpoint join webhook_delivery on endpoint_id = endpoint.id
      where active and state = 'waiting' and next_attempt_at < ${before}) as waits`.execute(db)
  return rows[0]?.waits ?? false
}

export async function deleteOldDeliveries(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('webhook_delivery').where('created_at', '<', before).execute()
}

/** Marks the videos that are public at an instant, and returns those not marked before. */
export async function markPublicVideos(trx: Trx, now: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ video_id: string }>`
    insert into announced_video (video_id)
    select id from video
    where published_at <= ${now} and not draft and deleted_at is null and withdrawn_at is null
      and not exists (select from announced_video where video_id = video.id)
    on conflict do nothing returning video_id`.execute(trx)
  return rows.map(({ video_id }) => video_id)
}

/** Adds an event to the outbox if an endpoint wants its type. */
export async function noteEvent(
  trx: Trx,
  type: string,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  await sql`select note_webhook_event(${type}, ${JSON.stringify(data)}::jsonb)`.execute(trx)
}

/** Seals all secrets of endpoints with the current APP_SECRET. What cannot be opened stays as it is. */
export async function resealWebhookSecrets(db: Db, secrets: Secrets): Promise<void> {
  const rows = await db.selectFrom('webhook_endpoint').select(['id', 'secret', 'previous_secret']).execute()
  for (const { id, ...row } of rows)
    for (const column of ['secret', 'previous_secret'] as const) {
      const former = row[column]
      const anew = former && resealedWebhookSecret(secrets, id, former)
      if (!anew) continue
      await db
        .updateTable('webhook_endpoint')
        .set({ [column]: anew })
        .where('id', '=', id)
        .where(column, '=', former)
        .execute()
    }
}
