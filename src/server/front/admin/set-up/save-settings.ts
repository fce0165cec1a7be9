import type { AdminContext } from '#server/front/admin/confirm-admin.ts'
import { confirmAdminFully } from '#server/front/admin/confirm-admin-fully.ts'
import { mailToUser } from '#server/identity/sessions/mail-to-user.ts'
import { type AuditActor, recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { DeskName, DeskValues } from '#server/platform/config/desk-names.ts'
import { type Setting, settings } from '#server/platform/config/settings.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { settingsChangedMail } from '#server/platform/mail/templates/admin-settings.ts'
import { type FieldFault, Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import {
  countSave,
  deskSettingRows,
  openedValues,
  writeDeskSettings,
} from '#server/platform/site/desk-setting.store.ts'
import { deskSettingsSaved, settingsWith } from '#server/platform/site/desk-settings.ts'

/** Returns the settings saved at the desk, with their secrets: not for replies. */
export async function savedSettings({
  config,
  database,
}: Pick<Services, 'config' | 'database'>): Promise<DeskValues> {
  return openedValues(config, await deskSettingRows(database.db))
}

/** Returns a setting as it would be typed: the environment's, else the saved one, else empty. */
export function typedValue(
  { demo, given }: Pick<Config, 'demo' | 'given'>,
  saved: DeskValues,
  name: DeskName,
): string {
  const usual: Setting<unknown> = settings[name]
  return given[name] ?? saved[name] ?? (demo ? usual.demoDefault : undefined) ?? ''
}

type Saved = {
  readonly target: 'seller' | 'mail' | 'payment'
  /** Null removes a setting. */
  readonly change: Readonly<Partial<Record<DeskName, string | null>>>
  /** That which the form began with; a save by somebody else since then refuses it. */
  readonly version?: number
  readonly inTransaction: (trx: Trx) => Promise<unknown>
}
/** The field of the form that shows the fault of a setting. */
type FieldOf = Readonly<Partial<Record<DeskName, string>>>

/**
 * Saves settings at the desk. 409 `set-by-environment` in the demo, `version-conflict` after a save by somebody else; 422 with the fields that do not fit; else refused as
 * `confirmAdminFully`.
 */
export async function saveSettings(
  services: Services,
  context: AdminContext & { readonly body: { readonly code: string } },
  { fieldOf, ...saving }: Saved & { readonly fieldOf: FieldOf },
): Promise<Problem | undefined> {
  const { config } = services
  if (config.demo) return new Problem('set-by-environment')
  const fault = settingsFault(config, { ...(await savedSettings(services)), ...saving.change }, fieldOf)
  if (fault) return fault
  const by = await confirmAdminFully(services, context)
  if (by instanceof Problem) return by
  return saveConfirmed(services, by, saving)
}

/**
 * Stores settings, which count at once in all processes, and mails the admin that they were changed. Those of the
 * environment are left out. 409 `version-conflict`, with nothing changed.
 */
export async function saveConfirmed(
  services: Services,
  by: AuditActor,
  { target, change, version, inTransaction: further }: Saved,
): Promise<Problem | undefined> {
  const { config, database } = services
  const own = Object.fromEntries(Object.entries(change).filter(([name]) => config.given[name] === undefined))
  const refused = await inTransaction(database.db, async (trx) => {
    if (version !== undefined && target !== 'payment' && !(await countSave(trx, target, version)))
      return new Problem('version-conflict')
    await writeDeskSettings(trx, config, own)
    await mailToUser(trx, services, by.userId, {
      template: 'settings-changed',
      contentFor: (name, language) => settingsChangedMail({ name, target }, config, language),
    })
    await further(trx)
    // values may be secret or personal, and the log outlives them
    await recordAudit(trx, services, by, {
      action: 'settings-saved',
      target,
      after: { settings: Object.keys(own).join(' ') },
    })
    return undefined
  })
  if (refused) return refused
  await deskSettingsSaved(services)
  return undefined
}

/** Reads the settings as a start would: nothing is saved that would stop one. 422 by field. */
export function settingsFault(
  config: Config,
  next: Readonly<Record<string, string | null>>,
  fieldOf: FieldOf,
): Problem | undefined {
  const given = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== null && value !== ''))
  const read = settingsWith(config, given as DeskValues)
  if (!('problems' in read)) return undefined
  const fields: Record<string, FieldFault> = {}
  for (const sentence of read.problems) {
    const name = sentence.split(' ')[0] as DeskName
    fields[fieldOf[name] ?? 'settings'] = fieldOf[name] === undefined ? { sentence } : 'field_invalid'
  }
  return new Problem('invalid', { fields })
}
