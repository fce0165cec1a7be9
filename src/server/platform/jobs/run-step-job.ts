import type { UpkeepStep } from './upkeep-step.ts'

/** The job that runs one step of the upkeep at once; its payload is `{name}`. */
export const runStepJob = 'run-upkeep-step'

/** Name of the repeated job in which a step runs. */
export function roundOf({ name, every, apart }: Pick<UpkeepStep, 'name' | 'every' | 'apart'>): string {
  return apart ? `upkeep-${name}` : `upkeep-each-${every}`
}
