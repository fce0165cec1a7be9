/** Where readers of dates of money are, from the last to begin a day to the first. */
export const readerZones = [
  'Pacific/Honolulu',
  'America/Los_Angeles',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Pacific/Auckland',
] as const

/** The midnight with which 7 December begins in Berlin: a trial of 14 days from 22 November ends then. */
export const berlinMidnight = '2026-12-06T23:00:00.000Z'

/** The hour that a clock on the wall shows in a zone at that midnight. */
export function hourIn(timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' })
  return Number(format.format(new Date(berlinMidnight)))
}
