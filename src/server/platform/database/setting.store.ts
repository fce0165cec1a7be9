import type { Db } from './tables.ts'

/** Reads a setting that changes at run time, unlike environment variables. */
export async function readSetting(db: Db, name: SettingName): Promise<unknown> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

/** Returns the settings that exist among those named. */
export async function readSettings(
  db: Db,
  names: readonly SettingName[],
): Promise<ReadonlyMap<string, unknown>> {
  const rows = await db.selectFrom('setting').selectAll().where('name', 'in', names).execute()
  return new Map(rows.map(({ name, value }) => [name, value]))
}

export async function writeSetting(db: Db, name: SettingName, value: unknown): Promise<void> {
  const row = { name, value: JSON.stringify(value) }
  await db
    .insertInto('setting')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: row.value }))
    .execute()
}

/** Inserts a setting unless it exists; returns the stored value. */
export async function ensureSetting(db: Db, name: SettingName, value: unknown): Promise<unknown> {
  await db
    .insertInto('setting')
    .values({ name, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return readSetting(db, name)
}

export async function deleteSetting(db: Db, name: SettingName): Promise<void> {
  await db.deleteFrom('setting').where('name', '=', name).execute()
}

/**
 * `service-closing`: the order to close the service, and when it took effect. `freed-by-sunset`: the last subscription
 * ended after that. `installation`: the name of this site among others with the same account at a payment provider.
 * `secret-check`: verifies APP_SECRET. `trial-key`: the key of the hashes of trial users, sealed. `order-link-key`,
 * `unsubscribe-link-key`: the keys of links in mails, sealed. `transcript-revision`: counts the builds of transcripts.
 * `datev`: accounts and numbers for DATEV (`domain/exports/datev.ts`). `service-mode`: the mode chosen at the desk. `today-mail`: the
 * day of the last mail of what waits at the desk, and what waited then. `announcement`, `maintenance`: what is said above every page
 * (`domain/notices.ts`). `checked-texts`: the digest of the
 * legal texts as the admin had them checked. `mail-test`: the outcome of the
 * last test mail since the mail server was saved. `test-purchase`: the last one, deleted when the site opens. `set-up`: `running` until a new site is opened, then `done`. `backup`: the backup that was asked for last at the desk.
 * `settings-saves`: how often each form of settings was saved at the desk.
 * `announced-videos`: videos that were public before webhooks were there are marked.
 * `metrics-reporter`: the process that reports the metrics of the site.
 * The others belong to the demo.
 */
export type SettingName =
  | 'installation'
  | 'secret-check'
  | 'trial-key'
  | 'order-link-key'
  | 'unsubscribe-link-key'
  | 'service-mode'
  | 'service-closing'
  | 'freed-by-sunset'
  | 'transcript-revision'
  | 'datev'
  | 'today-mail'
  | 'announcement'
  | 'maintenance'
  | 'set-up'
  | 'mail-test'
  | 'test-purchase'
  | 'checked-texts'
  | 'backup'
  | 'settings-saves'
  | 'announced-videos'
  | 'money-days'
  | 'metrics-reporter'
  | 'demo-clock-offset'
  | 'sandbox-fault'
