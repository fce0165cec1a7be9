import { distance } from 'fastest-levenshtein'
import { settings } from './settings.ts'

/** The edit distance up to which a name counts as a misspelt setting. */
const slips = 2

/** Shorter names are too often unrelated variables. */
const shortest = 6

/**
 * Returns one sentence for each unknown variable whose name nearly matches a setting, so that `TRAIL_DAYS` does not
 * silently leave the default. Other variables are ignored.
 */
export function unknownSettings(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known = Object.keys(settings)
  return Object.keys(environment)
    .filter((name) => name.length >= shortest && !known.includes(name))
    .flatMap((name) => {
      const [likely] = known
        .filter((setting) => setting.length >= shortest)
        .map((setting) => ({ setting, slips: distance(name, setting) }))
        .filter((one) => one.slips <= slips)
        .toSorted((a, b) => a.slips - b.slips)
      return likely ? [`${name} is no setting of this program. Is ${likely.setting} meant?`] : []
    })
}
