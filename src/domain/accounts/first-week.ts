/** The messages of somebody's first week, by the day after which each is due. */
const firstWeekSteps = [
  { step: 'begin', afterDays: 1 },
  { step: 'habits', afterDays: 3 },
  { step: 'more', afterDays: 6 },
] as const

export type FirstWeekStep = (typeof firstWeekSteps)[number]['step']

/**
 * The message of the first week that is due: the last one whose day has come, so that nobody gets several at once after an
 * outage; none once the week is over. Whether it was written already is for the caller to know.
 * @param start when the address was confirmed
 */
export function firstWeekMessage(start: Date, now: Date): FirstWeekStep | undefined {
  if (now.getTime() >= firstWeekEnd(start).getTime()) return undefined
  return firstWeekSteps.findLast(({ afterDays }) => now.getTime() >= start.getTime() + afterDays * dayMs)
    ?.step
}

/** From when on nothing of the first week is sent any more. */
export function firstWeekEnd(start: Date): Date {
  return new Date(start.getTime() + 7 * dayMs)
}

const dayMs = 86_400_000
