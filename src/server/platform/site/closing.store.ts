import { deleteSetting, readSetting, writeSetting } from '#server/platform/database/setting.store.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'

/** The closing of the service, as ordered by `npm run admin -- close-service`. */
export type Closing = {
  /** Business time from which its effects may begin. */
  readonly effectiveAt: Date
  /** When the effects began: from then on it cannot be undone. */
  readonly begunAt: Date | null
  /**
   * Carried out by a former version with SERVICE_MODE=sunset: customers were notified then, and SERVICE_MODE=open ends
   * it.
   */
  readonly isFormer: boolean
}

export async function readClosing(db: Db): Promise<Closing | undefined> {
  return closingOf(await readSetting(db, 'service-closing'))
}

/** The same, locked until the transaction ends: undoing it and its first effect are serialised. */
export async function lockClosing(trx: Trx): Promise<Closing | undefined> {
  const row = await trx
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'service-closing')
    .forUpdate()
    .executeTakeFirst()
  return closingOf(row?.value)
}

export async function storeClosing(db: Db, closing: Closing): Promise<void> {
  await writeSetting(db, 'service-closing', closing)
}

/** Deletes the closing, and the record that it made everything free. */
export async function deleteClosing(db: Db): Promise<void> {
  await deleteSetting(db, 'service-closing')
  await deleteSetting(db, 'freed-by-sunset')
}

/** Parses the stored setting. */
export function closingOf(value: unknown): Closing | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { effectiveAt, begunAt, isFormer } = value as Record<string, unknown>
  return {
    effectiveAt: new Date(String(effectiveAt)),
    begunAt: typeof begunAt === 'string' ? new Date(begunAt) : null,
    isFormer: isFormer === true,
  }
}
