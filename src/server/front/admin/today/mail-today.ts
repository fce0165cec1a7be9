import { dayIn } from '#domain/zone-days.ts'
import { findAdminId } from '#server/identity/sessions/confirmed-addresses.store.ts'
import { mailToUser } from '#server/identity/sessions/mail-to-user.ts'
import { readSetting, writeSetting } from '#server/platform/database/setting.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import { todayMail } from '#server/platform/mail/templates/today.ts'
import type { Services } from '#server/platform/services/services.ts'
import { inboxOf } from './show-today.ts'

export const todayUpkeep: readonly UpkeepStep[] = [{ name: 'mail-today', every: 'hour', run: mailToday }]

/** The day in the seller's zone, and what waited then: kinds with their number and the ids that were listed. */
type Told = { readonly day: string; readonly waiting: readonly Known[] }
type Known = { readonly kind: string; readonly count: number; readonly ids: readonly (string | null)[] }

/**
 * Mails the admin what waits at the desk, from TODAY_MAIL on, once a day and only if anything is new since the last look.
 * The look is stored in the transaction of the mail, which the outbox takes once for its day: so several processes, or one
 * that is killed, send one.
 */
export async function mailToday(services: Services): Promise<void> {
  const { clock, config, database } = services
  const { zone } = config.seller
  const now = clock.now()
  if (config.todayMailHour === undefined || hourIn(now, zone) < config.todayMailHour) return
  const day = dayIn(now, zone)
  await inTransaction(database.db, async (trx) => {
    const told = (await readSetting(trx, 'today-mail')) as Told | undefined
    if (told?.day === day) return
    const waiting = await inboxOf({ clock, database: { db: trx } })
    const known = waiting.map(({ kind, count, items }) => ({ kind, count, ids: items.map(({ id }) => id) }))
    await writeSetting(trx, 'today-mail', { day, waiting: known } satisfies Told)
    const adminId = await findAdminId(trx)
    if (adminId === undefined || !hasNews(known, told?.waiting ?? [])) return
    await mailToUser(trx, services, adminId, {
      template: 'today',
      effect: day,
      contentFor: (name, language) => todayMail({ name, waiting }, config, language),
    })
  })
}

/** Whether something waits that did not wait before; at most ten of a kind are listed, of the others their number tells. */
function hasNews(waiting: readonly Known[], before: readonly Known[]): boolean {
  return waiting.some(({ kind, count, ids }) => {
    const former = before.find((one) => one.kind === kind)
    return (
      !former || count > former.count || ids.some((id) => !former.ids.includes(id) && count <= ids.length)
    )
  })
}

function hourIn(now: Date, timeZone: string): number {
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now)
  return Number(hour)
}
