/**
 * How a day is displayed: `today` and `yesterday` as words that the caller translates, any other day as 'd. MMMM, yyyy'
 * (product.md section 9, Date display), in German without the comma.
 */
export type DisplayedDay = { kind: 'today' } | { kind: 'yesterday' } | { kind: 'date'; text: string }

/**
 * Returns how a day is displayed relative to today.
 * @param day valid `YYYY-MM-DD`
 * @param today `YYYY-MM-DD` of the reader
 * @param locale language of the month's name, such as `en`
 */
export function displayDay(day: string, today: string, locale: string): DisplayedDay {
  if (day === today) return { kind: 'today' }
  if (day === dayBefore(today)) return { kind: 'yesterday' }
  return { kind: 'date', text: formatDay(day, locale) }
}

/** Days for which a video is called new. */
const newDays = 30

/** Whether a video was published recently; both days are `YYYY-MM-DD`. */
export function isNew(publishedOn: string, today: string): boolean {
  return midnight(today).getTime() - midnight(publishedOn).getTime() < newDays * millisecondsPerDay
}

/** Formats a valid `YYYY-MM-DD` as 'd. MMMM, yyyy': '3. November, 2026'; in German '3. November 2026'. */
export function formatDay(day: string, locale: string): string {
  const date = midnight(day)
  const comma = locale === 'de' ? '' : ','
  return `${date.getUTCDate()}. ${namesOfMonths(locale)[date.getUTCMonth()]}${comma} ${date.getUTCFullYear()}`
}

/** Whether a text is a valid calendar day, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = midnight(text)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Returns the calendar day (`YYYY-MM-DD`) of a moment in the reader's time zone. */
export function localDay(moment: Date): string {
  const twoDigits = (n: number) => String(n).padStart(2, '0')
  return `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`
}

const millisecondsPerDay = 86_400_000
const midnight = (day: string) => new Date(`${day}T00:00:00Z`)
const dayBefore = (day: string) =>
  new Date(midnight(day).getTime() - millisecondsPerDay).toISOString().slice(0, 10)

// cached: creating a formatter costs more than formatting, and a listing has up to 10,000 dates
const namesByLocale = new Map<string, readonly string[]>()

function namesOfMonths(locale: string): readonly string[] {
  // mutant `namesByLocale.get(locale) ?? monthNames(locale) → monthNames(locale)`: the same, made anew
  const names = namesByLocale.get(locale) ?? monthNames(locale)
  // mutant `namesByLocale.set(locale, names) → ;`: the same, made anew
  namesByLocale.set(locale, names)
  return names
}

function monthNames(locale: string): string[] {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  // mutant `12 → 13`: nobody asks for a thirteenth month
  // mutant `2026 → 2027`: the months have the same names in every year
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month)))
}
