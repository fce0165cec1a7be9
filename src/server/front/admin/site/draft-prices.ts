import type { UseCase } from '#server/platform/http/route.ts'
import { addPriceSet, withdrawPriceSet } from '#server/platform/site-files/edit-prices.ts'
import { usualSet } from '#server/platform/site-files/plan-on-sale.ts'
import { type PriceMistake, readPrices } from '#server/platform/site-files/read-prices.ts'
import { shownPrices } from './shown-prices.ts'

/**
 * `POST /api/admin/site/prices/draft`: prices as they would be, with the mistakes that the reader of the file finds. A set is
 * only added under a new name, and only a planned one is withdrawn.
 */
export const draftPrices: UseCase<'draftPrices', 'config' | 'clock'> = async (
  { config, clock },
  { body: { text: begun, add, withdraw } },
) => {
  const context = { priceSet: config.priceSet, now: clock.now(), zone: config.seller.zone }
  const refused = (mistakes: readonly PriceMistake[]) => ({
    status: 200 as const,
    body: {
      text: begun,
      mistakes: mistakes.map(({ path, ...mistake }) => ({ ...mistake, path: [...path] })),
      shown: null,
    },
  })
  const fault = (name: string, sentence: string) => refused([{ line: 1, path: [name], sentence }])
  const before = readPrices(begun)
  if (!before.prices) return refused(before.mistakes)
  let text = begun
  if (add) {
    if (Object.hasOwn(before.prices.sets, add.name))
      return fault(add.name, `${add.name} is a set already: choose another name`)
    text = addPriceSet(text, add, before.prices.onSale ?? usualSet)
  }
  if (withdraw !== undefined) {
    const { sets } = shownPrices(before.prices, context)
    const set = before.prices.sets[withdraw]
    if (!set || sets.find(({ name }) => name === withdraw)?.state !== 'planned')
      return fault(withdraw, `${withdraw} is not planned`)
    text = withdrawPriceSet(text, withdraw, set.before)
  }
  const { prices, mistakes } = readPrices(text)
  if (!prices) return refused(mistakes)
  return { status: 200, body: { text, mistakes: [], shown: shownPrices(prices, context) } }
}
