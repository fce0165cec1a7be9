import { isClosed, type ServiceMode, type SetServiceMode, saysClosing, sells } from '#domain/service-mode.ts'
import { readSettings, writeSetting } from '#server/platform/database/setting.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import type { Services } from '#server/platform/services/services.ts'
import { closingOf, deleteClosing, lockClosing, readClosing, storeClosing } from './closing.store.ts'
import { anySubscriptionRuns } from './service-mode.store.ts'

/** What the service shows and sells, and whether its closing has made everything free. */
type ServiceState = { readonly serviceMode: ServiceMode; readonly freedBySunset: boolean }

/**
 * Returns the current state of the service. Once it is closed and no subscription runs any more, everything is free
 * (product.md section 1); that stays so even if a subscription is later extended by hand.
 */
export async function readServiceState({
  config,
  database: { db },
  clock,
}: Pick<Services, 'config' | 'database' | 'clock'>): Promise<ServiceState> {
  const { serviceMode, freed } = await readMode({ config, database: { db } })
  if (!isClosed(serviceMode)) return { serviceMode, freedBySunset: false }
  return { serviceMode, freedBySunset: freed || !(await anySubscriptionRuns(db, clock.now())) }
}

type Site = {
  readonly config: Pick<Services['config'], 'demo' | 'serviceMode'>
  readonly database: Pick<Services['database'], 'db'>
}

/**
 * Returns `closed` once closing has begun; until then SERVICE_MODE, without it the mode chosen at the desk, else `open`. In the
 * demo the mode chosen last comes before SERVICE_MODE.
 */
export async function readServiceMode(site: Site): Promise<ServiceMode> {
  return (await readMode(site)).serviceMode
}

async function readMode({ config, database: { db } }: Site) {
  const names = ['service-closing', 'freed-by-sunset', 'service-mode'] as const
  const stored = await readSettings(db, names)
  const value = stored.get('service-mode')
  const chosen = isSetMode(value) ? value : undefined
  // in the demo everybody may choose
  const set = (config.demo ? (chosen ?? config.serviceMode) : (config.serviceMode ?? chosen)) ?? 'open'
  const freed = stored.get('freed-by-sunset') === true
  const closing = closingOf(stored.get('service-closing'))
  const isOver = closing ? closing.begunAt !== null : freed
  // a former version's closing counts while the setting is the one that caused it
  const counts = (closing && !closing.isFormer) || saysClosing(set)
  const serviceMode: ServiceMode = isOver && counts ? 'closed' : set
  const id = closing && !closing.isFormer ? closing.effectiveAt.toISOString() : null
  return { serviceMode, freed, closing: isClosed(serviceMode) ? id : undefined }
}

/**
 * Returns the id of the closing that has begun: undefined while the service is not closed, null if a former version
 * closed it.
 */
export async function readClosingId(site: Site): Promise<string | null | undefined> {
  return (await readMode(site)).closing
}

function isSetMode(value: unknown): value is SetServiceMode {
  return value === 'open' || value === 'paused' || value === 'sunset'
}

/** Stores the mode chosen at the desk; `serviceModeChosen` has to follow when it is committed. */
export async function chooseServiceMode(trx: Trx, serviceMode: SetServiceMode): Promise<void> {
  await writeSetting(trx, 'service-mode', serviceMode)
}

/** Shows the mode that was chosen last. */
export async function serviceModeChosen(
  services: Pick<Services, 'config' | 'database' | 'clock'>,
): Promise<void> {
  await keepState(services)
  serviceModeChanged(services)
}

/** Switches the demo's mode. `closed` takes effect at once; any other mode reopens a closed demo. */
export async function switchServiceMode(
  services: Pick<Services, 'config' | 'database' | 'clock'>,
  serviceMode: ServiceMode,
): Promise<void> {
  const { database, clock } = services
  const { db } = database
  const now = clock.now()
  if (serviceMode === 'closed') await storeClosing(db, { effectiveAt: now, begunAt: now, isFormer: false })
  else {
    const closing = await readClosing(db)
    if (closing?.begunAt && !closing.isFormer) await deleteClosing(db)
    await writeSetting(db, 'service-mode', serviceMode)
  }
  await serviceModeChosen(services)
}

/** Invalidates the cached mode. */
export function serviceModeChanged({ database }: Pick<Services, 'database'>): void {
  for (const forget of memories.get(database) ?? []) forget()
}

/** Calls `forget` whenever the mode is switched. */
export function whenServiceModeChanges({ database }: Pick<Services, 'database'>, forget: () => void): void {
  memories.set(database, (memories.get(database) ?? new Set()).add(forget))
}

const memories = new WeakMap<Services['database'], Set<() => void>>()

/**
 * Begins the closing of the service once its time has come: the first effect, after which it cannot be undone. Called
 * before any contract is ended or voucher paid back because of it.
 */
export async function beginClosing(services: Pick<Services, 'database' | 'clock' | 'log'>): Promise<void> {
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

/** Records that everything is free from now on; deletes a former version's closing once the service sells again. */
async function keepState(services: Pick<Services, 'config' | 'database' | 'clock'>): Promise<void> {
  const { db } = services.database
  const { serviceMode, freedBySunset } = await readServiceState(services)
  if (sells(serviceMode)) {
    const closing = await readClosing(db)
    if (!closing || closing.isFormer) await deleteClosing(db)
  } else if (freedBySunset) await writeSetting(db, 'freed-by-sunset', true)
}

/** Runs before the steps that end contracts and pay vouchers back. */
export const siteUpkeep: readonly UpkeepStep[] = [
  { name: 'begin-closing', every: 'minute', run: beginClosing },
  { name: 'keep-sunset', every: 'hour', run: keepState },
]
