import type { UpkeepStep } from '#server/jobs/upkeep-step.ts'
import { keepSunset } from './service-mode.ts'

export const siteUpkeep: readonly UpkeepStep[] = [{ name: 'keep-sunset', every: 'hour', run: keepSunset }]
