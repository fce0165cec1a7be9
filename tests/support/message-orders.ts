import { rounds, seed } from './rounds.ts'
import { seededRandom } from './seeded-random.ts'

/** Orders in which messages may arrive: as many as a run tries, drawn by its seed. */
export function messageOrders<Message>(messages: readonly Message[]): Message[][] {
  const random = seededRandom(seed)
  return permutations(messages)
    .map((order) => ({ order, drawn: random() }))
    .toSorted((one, other) => one.drawn - other.drawn)
    .slice(0, rounds.messageOrders)
    .map(({ order }) => order)
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((first) =>
    permutations(items.filter((item) => item !== first)).map((rest) => [first, ...rest]),
  )
}
