import { runUpkeep as runAllSteps } from '#server/background.ts'
import type { Services } from '#server/platform/services/services.ts'

/** Runs every upkeep step once. A step that fails, fails the test, unless it is named as one that should. */
export async function runUpkeep(
  services: Services,
  { failing = [] }: { failing?: readonly string[] } = {},
): Promise<void> {
  const left = await runAllSteps(services)
  const names = left.map(({ name, outcome }) => (outcome === 'failed' ? name : `${name} ${outcome}`))
  if (names.join() === failing.join()) return
  throw new Error(`These steps failed: ${names.join(', ')}`, {
    cause: left.find(({ error }) => error)?.error,
  })
}
