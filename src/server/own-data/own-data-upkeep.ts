import type { UpkeepStep } from '#server/jobs/upkeep-step.ts'
import { purgeDue } from './purge-due.ts'

export const ownDataUpkeep: readonly UpkeepStep[] = [{ name: 'purge-deleted', every: 'hour', run: purgeDue }]
