import {
  type DeskName,
  type DeskValues,
  isDeskName,
  isSecretName,
} from '#server/platform/config/desk-names.ts'
import { ensureSetting, readSetting, writeSetting } from '#server/platform/database/setting.store.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'
import type { Secrets } from '#server/platform/runtime/derived-key.ts'
import { isSealedAnew, seal, unseal } from '#server/platform/runtime/sealed.ts'

/** The stored rows, sorted by name: equal for equal settings. */
export function deskSettingRows(db: Db) {
  return db.selectFrom('desk_setting').selectAll().orderBy('name').execute()
}

export type DeskSettingRows = Awaited<ReturnType<typeof deskSettingRows>>

/** Returns the values of rows, secrets opened. Throws where neither secret opens one. Unknown names are left out. */
export function openedValues(secrets: Secrets, rows: DeskSettingRows): DeskValues {
  const values: Partial<Record<DeskName, string>> = {}
  for (const { name, value, sealed } of rows)
    if (isDeskName(name)) values[name] = sealed ? opened(secrets, name, sealed) : (value ?? '')
  return values
}

/** The forms of settings that two admins may have open at once. */
export type SettingsForm = 'seller' | 'mail'

/** Returns how often each form of settings was saved: the version of its settings. */
export async function savesOfForms(db: Db): Promise<Readonly<Record<SettingsForm, number>>> {
  // written by `countSave` alone
  const saves = (await readSetting(db, 'settings-saves')) as Partial<Record<SettingsForm, number>> | undefined
  return { seller: 0, mail: 0, ...saves }
}

/**
 * Counts a save of a form, and locks out others until the transaction ends. False, without a change, where somebody has saved
 * since `version`.
 */
export async function countSave(trx: Trx, form: SettingsForm, version: number): Promise<boolean> {
  await ensureSetting(trx, 'settings-saves', {})
  await trx.selectFrom('setting').select('name').where('name', '=', 'settings-saves').forUpdate().execute()
  const saves = await savesOfForms(trx)
  if (saves[form] !== version) return false
  await writeSetting(trx, 'settings-saves', { ...saves, [form]: version + 1 })
  return true
}

/** Stores settings, sealing secrets; null removes one. */
export async function writeDeskSettings(
  trx: Trx,
  secrets: Secrets,
  change: Readonly<Partial<Record<DeskName, string | null>>>,
): Promise<void> {
  for (const [name, value] of Object.entries(change)) {
    if (!isDeskName(name)) continue
    await trx.deleteFrom('desk_setting').where('name', '=', name).execute()
    if (value === null) continue
    const row = isSecretName(name)
      ? { name, value: null, sealed: seal(secrets, sealOf(name), Buffer.from(value)) }
      : { name, value, sealed: null }
    await trx.insertInto('desk_setting').values(row).execute()
  }
}

/** Seals all secrets with the current APP_SECRET. */
export async function resealDeskSettings(db: Db, secrets: Secrets): Promise<void> {
  for (const { name, sealed } of await deskSettingRows(db)) {
    if (!sealed || isSealedAnew(secrets, sealOf(name), sealed)) continue
    const anew = seal(secrets, sealOf(name), Buffer.from(opened(secrets, name, sealed)))
    await db
      .updateTable('desk_setting')
      .set({ sealed: anew })
      .where('name', '=', name)
      .where('sealed', '=', sealed)
      .execute()
  }
}

function opened(secrets: Secrets, name: string, sealed: Buffer): string {
  const text = unseal(secrets, sealOf(name), sealed)
  if (!text) throw new Error(`the setting ${name} was sealed with another APP_SECRET`)
  return text.toString()
}

function sealOf(name: string) {
  return { purpose: 'desk setting', owner: name }
}
