import { isClosed, type ServiceMode, type SetServiceMode, saysClosing, sells } from '#domain/service-mode.ts'
import { readSettings, writeSetting } from '#server/platform/database/setting.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import type { Services } from '#server/platform/services/services.ts'
import { closingOf, deleteClosing, lockClosing, readClosing, storeClosing } from './closing.store.ts'
import { anySubscriptionRuns } from './service-mode.store.ts'

/** What the service shows and sells, and whether its end has made everything free. */
type ServiceState = { readonly serviceMode: ServiceMode; readonly freedBySunset: boolean }

/**
 * Returns the state of the service now. Once it is closed and no subscription runs any more, everything is free (product.md
 * section 1); that stays so, even if somebody's subscription is prolonged by hand later.
 */
export async function readServiceState({ config, database: { db }, clock }: Services): Promise<ServiceState> {
  const { serviceMode, freed } = await readMode({ config, database: { db } })
  if (!isClosed(serviceMode)) return { serviceMode, freedBySunset: false }
  return { serviceMode, freedBySunset: freed || !(await anySubscriptionRuns(db, clock.now())) }
}

type Site = {
  readonly config: Pick<Services['config'], 'demo' | 'serviceMode'>
  readonly database: Pick<Services['database'], 'db'>
}

/** `closed` once closing has begun; until then what the operator has set, in the demo what was chosen last. */
export async function readServiceMode(site: Site): Promise<ServiceMode> {
  return (await readMode(site)).serviceMode
}

async function readMode({ config, database: { db } }: Site) {
  const names = ['service-closing', 'freed-by-sunset', 'service-mode'] as const
  const stored = await readSettings(db, names)
  const switched = config.demo ? stored.get('service-mode') : undefined
  const set = isSetMode(switched) ? switched : config.serviceMode
  const freed = stored.get('freed-by-sunset') === true
  const closing = closingOf(stored.get('service-closing'))
  const isOver = closing ? closing.begunAt !== null : freed
  // what a former version ended counts as long as the setting is the one that ended it
  const counts = (closing && !closing.isFormer) || saysClosing(set)
  const serviceMode: ServiceMode = isOver && counts ? 'closed' : set
  const id = closing && !closing.isFormer ? closing.effectiveAt.toISOString() : null
  return { serviceMode, freed, closing: isClosed(serviceMode) ? id : undefined }
}

/** Names the closing that has begun: undefined while the service is not closed, null where a former version closed it. */
export async function readClosingId(site: Site): Promise<string | null | undefined> {
  return (await readMode(site)).closing
}

function isSetMode(value: unknown): value is SetServiceMode {
  return value === 'open' || value === 'paused' || value === 'sunset'
}

/**
 * Switches the demo. `closed` closes it at once; a demo that is closed is opened again by any other mode.
 */
export async function switchServiceMode(services: Services, serviceMode: ServiceMode): Promise<void> {
  const { database, clock } = services
  const { db } = database
  const now = clock.now()
  if (serviceMode === 'closed') await storeClosing(db, { effectiveAt: now, begunAt: now, isFormer: false })
  else {
    const closing = await readClosing(db)
    if (closing?.begunAt && !closing.isFormer) await deleteClosing(db)
    await writeSetting(db, 'service-mode', serviceMode)
  }
  await keepState(services)
  serviceModeChanged(services)
}

/** Has what is remembered of the mode read again. */
export function serviceModeChanged({ database }: Pick<Services, 'database'>): void {
  for (const forget of memories.get(database) ?? []) forget()
}

/** Has `forget` called whenever the mode was switched. */
export function whenServiceModeChanges({ database }: Pick<Services, 'database'>, forget: () => void): void {
  memories.set(database, (memories.get(database) ?? new Set()).add(forget))
}

const memories = new WeakMap<Services['database'], Set<() => void>>()

/**
 * Begins the closing of the service once its time has come: the first of its effects, after which it cannot be undone.
 * Whatever ends a contract or pays a voucher back because of it calls this first.
 */
export async function beginClosing(services: Services): Promise<void> {
  const { database, clock, log } = services
  const isDue = async (read: ReturnType<typeof readClosing>) => {
    const closing = await read
    return closing && !closing.begunAt && closing.effectiveAt <= clock.now() ? closing : undefined
  }
  if (!(await isDue(readClosing(database.db)))) return
  await inTransaction(database.db, async (trx) => {
    const closing = await isDue(lockClosing(trx))
    if (closing) await storeClosing(trx, { ...closing, begunAt: clock.now() })
  })
  serviceModeChanged(services)
  log.warn('the service is closed from now on')
}

/** Writes down that everything is free from now on; what a former version closed ends where the service sells again. */
async function keepState(services: Services): Promise<void> {
  const { db } = services.database
  const { serviceMode, freedBySunset } = await readServiceState(services)
  if (sells(serviceMode)) {
    const closing = await readClosing(db)
    if (!closing || closing.isFormer) await deleteClosing(db)
  } else if (freedBySunset) await writeSetting(db, 'freed-by-sunset', true)
}

/** Comes before what ends contracts and pays vouchers back. */
export const siteUpkeep: readonly UpkeepStep[] = [
  { name: 'begin-closing', every: 'minute', run: beginClosing },
  { name: 'keep-sunset', every: 'hour', run: keepState },
]
