import type { ServiceMode } from '#domain/billing/subscription.ts'
import { deleteSetting, readSetting, writeSetting } from '#server/database/setting.store.ts'
import type { UpkeepStep } from '#server/jobs/upkeep-step.ts'
import type { Services } from '#server/services/services.ts'
import { anySubscriptionRuns } from './service-mode.store.ts'

/** Whether the service takes subscriptions or is closing, and whether its end has made everything free. */
type ServiceState = { readonly serviceMode: ServiceMode; readonly freedBySunset: boolean }

/**
 * The state of the service now. After the sunset everything is free once no subscription runs any more (product.md
 * section 1); that stays so, even if somebody's subscription is prolonged by hand later.
 */
export async function readServiceState({ config, database: { db }, clock }: Services): Promise<ServiceState> {
  const serviceMode = await readServiceMode({ config, database: { db } })
  if (serviceMode === 'open') return { serviceMode, freedBySunset: false }
  const freed = (await readSetting(db, 'freed-by-sunset')) === true
  return { serviceMode, freedBySunset: freed || !(await anySubscriptionRuns(db, clock.now())) }
}

/** The mode that the operator set; in the demo the one that was switched to last. */
export async function readServiceMode({
  config,
  database: { db },
}: Pick<Services, 'config'> & { database: Pick<Services['database'], 'db'> }): Promise<ServiceMode> {
  const switched = config.demo ? await readSetting(db, 'service-mode') : undefined
  return switched === 'open' || switched === 'sunset' ? switched : config.serviceMode
}

/** Switches the demo. */
export async function switchServiceMode(services: Services, serviceMode: ServiceMode): Promise<void> {
  const { database } = services
  await writeSetting(database.db, 'service-mode', serviceMode)
  await keepSunset(services)
  for (const forget of memories.get(database) ?? []) forget()
}

/** Has `forget` called whenever the mode was switched. */
export function whenServiceModeChanges({ database }: Pick<Services, 'database'>, forget: () => void): void {
  memories.set(database, (memories.get(database) ?? new Set()).add(forget))
}

const memories = new WeakMap<Services['database'], Set<() => void>>()

/** Writes down that everything is free from now on, or, in a service that is open again, that it is not. */
async function keepSunset(services: Services): Promise<void> {
  const { db } = services.database
  const { serviceMode, freedBySunset } = await readServiceState(services)
  if (serviceMode === 'open') await deleteSetting(db, 'freed-by-sunset')
  else if (freedBySunset) await writeSetting(db, 'freed-by-sunset', true)
}

export const siteUpkeep: readonly UpkeepStep[] = [{ name: 'keep-sunset', every: 'hour', run: keepSunset }]
