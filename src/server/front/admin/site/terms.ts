import type { Terms } from '#contract/desk/price-calls.ts'
import { termLimits } from '#domain/terms.ts'
import { changeAsAdmin } from '#server/front/admin/change-as-admin.ts'
import { confirmAdmin } from '#server/front/admin/confirm-admin.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { DeskName } from '#server/platform/config/desk-names.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { type FieldFault, Problem } from '#server/platform/runtime/problem.ts'
import { deskSettingRows, openedValues, writeDeskSettings } from '#server/platform/site/desk-setting.store.ts'
import { deskSettingsSaved, settingsWith } from '#server/platform/site/desk-settings.ts'
import { isAnyoneInGrace } from './terms.store.ts'

const nameOf = {
  trialDays: 'TRIAL_DAYS',
  graceDays: 'GRACE_DAYS',
  refundDays: 'REFUND_DAYS',
} as const satisfies Record<keyof Terms, DeskName>

const terms = Object.keys(nameOf) as (keyof Terms)[]

/** Returns the terms that the environment decides; all of them in the demo. */
export function fixedTerms({ demo, given }: Pick<Config, 'demo' | 'given'>): (keyof Terms)[] {
  return terms.filter((term) => demo || given[nameOf[term]] !== undefined)
}

/**
 * Saves the days of trial, grace and refund, which count at once in all processes: for trials and charges that begin from now on,
 * and for every grace period. 409 `set-by-environment`, `version-conflict` or `grace-promised`; 422 with the fields that do not fit;
 * else refused as `confirmAdmin`.
 */
export const saveTerms: UseCase<'saveTerms'> = async (services, context) => {
  const { config, clock } = services
  const { terms: typed, shown } = context.body
  const fixed = fixedTerms(config)
  const free = terms.filter((term) => !fixed.includes(term))
  if (free.length === 0) return new Problem('set-by-environment')
  const by = await confirmAdmin(services, context)
  const saved = await changeAsAdmin(services, context, by, async (trx) => {
    const stored = openedValues(config, await deskSettingRows(trx))
    const before = settingsWith(config, stored)
    if ('problems' in before) throw new Error(before.problems.join('\n'))
    if (terms.some((term) => before[term] !== shown[term])) return new Problem('version-conflict')
    const change = Object.fromEntries(free.map((term) => [nameOf[term], typed[term].trim() || null]))
    const next = Object.fromEntries(
      Object.entries({ ...stored, ...change }).filter(([, value]) => value !== null),
    )
    const after = settingsWith(config, next)
    if ('problems' in after) return faultOf(after.problems)
    // they were told until when they can watch
    if (after.graceDays < before.graceDays && (await isAnyoneInGrace(trx, clock.now())))
      return new Problem('grace-promised')
    await writeDeskSettings(trx, config, change)
    return {
      action: 'terms-saved',
      target: 'prices',
      before: daysOf(before),
      after: daysOf(after),
    }
  })
  if (!(saved instanceof Problem)) await deskSettingsSaved(services)
  return saved
}

function daysOf({ trialDays, graceDays, refundDays }: Terms): Terms {
  return { trialDays, graceDays, refundDays }
}

function faultOf(problems: readonly string[]): Problem {
  const fields: Record<string, FieldFault> = {}
  for (const sentence of problems) {
    const term = terms.find((one) => sentence.startsWith(`${nameOf[one]} `))
    if (!term) fields.terms = { sentence }
    else {
      const { from, to } = termLimits[term]
      fields[term] = { key: 'field_days_between', values: { from, to } }
    }
  }
  return new Problem('invalid', { fields })
}
