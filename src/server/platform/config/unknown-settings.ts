import { distance } from 'fastest-levenshtein'
import { settings } from './settings.ts'

/** So many letters may be wrong, missing or too many for a name to be taken for a setting's. */
const slips = 2

/** Shorter names are too often somebody else's. */
const shortest = 6

/**
 * One sentence for each variable that is no setting but nearly has the name of one, so that `TRAIL_DAYS` does not leave a
 * trial at its default without a word. Other variables are ignored.
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
