import { expect, test } from 'vitest'
import { billedByMachine } from '#support/billed-by-machine.ts'
import { makeLife } from '#support/billing-life.ts'
import { billedByHand } from '#support/billing-oracle.ts'
import { rounds } from '#support/rounds.ts'

const lives = rounds.billingLives
const days = 3652
const patience = 180_000

test(
  `${lives} lives of ten years are 0 cents away from an independent telling, on every day`,
  () => {
    for (let seed = 1; seed <= lives; seed++) {
      const life = makeLife(seed, days)
      const machine = billedByMachine(life)
      const hand = billedByHand(life)
      const wrong = machine.findIndex((value, at) => value !== hand[at])
      if (wrong === -1) continue
      const day = Math.floor(wrong / 4)
      const facts = (told: Int32Array) => told.slice(day * 4, day * 4 + 4)
      expect(facts(machine), `life ${seed}, day ${day}: kept, credit, users, tax`).toEqual(facts(hand))
    }
  },
  patience,
)
