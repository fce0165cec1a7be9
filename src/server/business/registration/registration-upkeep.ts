import type { UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import { canonicaliseAddresses } from './canonical-addresses.ts'

export const registrationUpkeep: readonly UpkeepStep[] = [
  { name: 'canonical-addresses', every: 'hour', run: canonicaliseAddresses },
]
