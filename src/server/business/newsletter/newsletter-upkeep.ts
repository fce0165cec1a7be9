import type { UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import { sendFirstWeek } from './send-first-week.ts'

export const newsletterUpkeep: readonly UpkeepStep[] = [
  { name: 'send-first-week', every: 'hour', run: sendFirstWeek },
]
