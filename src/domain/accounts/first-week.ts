/** The mails of the first week, by the day after which each is due. */
const firstWeekSteps = [
  { step: 'begin', afterDays: 1 },
  { step: 'habits', afterDays: 3 },
  { step: 'more', afterDays: 6 },
] as const

export type FirstWeekStep = (typeof firstWeekSteps)[number]['step']

/**
 * Returns the mail of the first week that is due: only the last, so that an outage does not cause several at once;
 * undefined after the week. The caller knows whether it was sent.
 * @param start when the address was confirmed
 */
export function firstWeekMessage(start: Date, now: Date): FirstWeekStep | undefined {
  if (now.getTime() >= firstWeekEnd(start).getTime()) return undefined
  return firstWeekSteps.findLast(({ afterDays }) => now.getTime() >= start.getTime() + afterDays * dayMs)
    ?.step
}

/** Returns the end of the first week: from then on none of its mails is sent. */
export function firstWeekEnd(start: Date): Date {
  return new Date(start.getTime() + 7 * dayMs)
}

const dayMs = 86_400_000
