import { type Prices, PricesYaml } from './prices-yaml.ts'
import { readYaml } from './read-yaml.ts'

/** A mistake in `prices.yaml`: `path` leads to the value, and is empty for a mistake of the form of the file. */
export type PriceMistake = {
  readonly line: number
  readonly sentence: string
  readonly path: readonly string[]
}

/** Reads the text of `prices.yaml`; `prices` is undefined where it has mistakes. */
export function readPrices(text: string): {
  readonly prices: Prices | undefined
  readonly mistakes: readonly PriceMistake[]
} {
  const mistakes: PriceMistake[] = []
  const prices = readYaml(
    text,
    PricesYaml,
    (line, sentence, path = []) => void mistakes.push({ line, sentence, path: path.map(String) }),
  )
  return { prices, mistakes }
}
