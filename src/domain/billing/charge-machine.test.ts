import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#support/rounds.ts'
import {
  advanceCharge,
  type ChargeNews,
  type ChargeProgress,
  type ChargeState,
  isFinal,
  isInFlight,
  mayAttempt,
  newCharge,
  nextAttempt,
} from './charge-machine.ts'

const now = new Date('2026-11-21T12:00:00Z')
const dayLater = (days: number) => new Date(now.getTime() + days * 86_400_000)

/** Rows: states. Columns: news. `-`: no change. */
const table = `
              submitted succeeded declined-soft declined-hard needs-action processing unknown abandoned refunded
created       submitted -         -             -             -            -          -       abandoned -
submitted     -         succeeded declined      declined      needs-action processing unknown abandoned -
processing    -         succeeded declined      declined      needs-action -          unknown abandoned -
unknown       -         succeeded declined      declined      needs-action processing -       abandoned -
needs-action  -         succeeded declined      declined      -            processing unknown abandoned -
declined      submitted succeeded -             -             -            -          -       abandoned -
abandoned     submitted succeeded -             -             -            -          -       -         -
succeeded     -         -         -             -             -            -          -       -         refunded
refunded      -         -         -             -             -            -          -       -         -
`
const [columns = [], ...rows] = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
const allNews = columns as ChargeNews[]
const states = rows.map(([state]) => state as ChargeState)

describe('a charge that is', () => {
  test.each(
    rows.flatMap(([state, ...nexts]) => nexts.map((next, at) => [state, columns[at], next] as const)),
  )('%s and hears %s becomes %s', (state, news, next) => {
    const charge = { ...newCharge, state: state as ChargeState }
    expect(advanceCharge(charge, news as ChargeNews, now)?.state ?? '-').toBe(next)
  })

  test.each<[ChargeState, boolean, boolean, boolean]>([
    // final, in flight, another attempt
    ['created', false, false, true],
    ['submitted', false, true, false],
    ['processing', false, true, false],
    ['unknown', false, true, false],
    ['needs-action', false, false, false],
    ['declined', true, false, true],
    ['abandoned', true, false, true],
    ['succeeded', true, false, false],
    ['refunded', true, false, false],
  ])('%s is final: %s, in flight: %s, may be tried again: %s', (state, final, inFlight, again) => {
    expect([isFinal(state), isInFlight(state), mayAttempt(state)]).toEqual([final, inFlight, again])
  })
})

describe('the next attempt', () => {
  const declined = (decline: 'soft' | 'hard', last: number): ChargeProgress => ({
    state: 'declined',
    decline,
    attempts: 1,
    firstDeclinedAt: now,
    lastDeclinedAt: dayLater(last),
  })

  test.each([
    [0, 1],
    [0.5, 1],
    [1, 3],
    [1.2, 3],
    [3, 5],
    // a late retry, or one with a new card in between, does not move the days
    [4.9, 5],
    [5, 7],
    [7, undefined],
    [9, undefined],
  ])('after a soft decline on day %d is on day %s', (last, next) => {
    expect(nextAttempt(declined('soft', last))).toEqual(next === undefined ? undefined : dayLater(next))
  })

  test('is never scheduled after a hard decline, nor in any other state', () => {
    expect(nextAttempt(declined('hard', 0))).toBeUndefined()
    for (const state of states.filter((other) => other !== 'declined'))
      expect(nextAttempt({ ...declined('soft', 0), state })).toBeUndefined()
  })

  test('is counted, and forgets why the last was declined but not when', () => {
    const charge = advanceCharge(declined('soft', 1), 'submitted', dayLater(3))
    expect(charge).toEqual({
      state: 'submitted',
      decline: null,
      attempts: 2,
      firstDeclinedAt: now,
      lastDeclinedAt: dayLater(1),
    })
    expect(charge && advanceCharge(charge, 'declined-hard', dayLater(3))).toMatchObject({
      decline: 'hard',
      firstDeclinedAt: now,
      lastDeclinedAt: dayLater(3),
    })
  })
})

describe('all answers in every order', () => {
  const stories = fc.array(fc.constantFrom(...allNews), { maxLength: 30 })

  test('a received payment is never lost, and no attempt begins while one is open', () => {
    fc.assert(
      fc.property(stories, (story) => {
        let charge = newCharge
        let taken = false
        for (const news of story) {
          const next = advanceCharge(charge, news, now)
          if (next && news === 'submitted') expect(mayAttempt(charge.state)).toBe(true)
          taken ||= next !== undefined && news === 'succeeded'
          charge = next ?? charge
          if (taken) expect(['succeeded', 'refunded']).toContain(charge.state)
        }
      }),
      { numRuns: runs(5000) },
    )
  })

  test('repeated messages change nothing', () => {
    fc.assert(
      fc.property(stories, fc.constantFrom(...allNews), (story, last) => {
        const charge = story.reduce((before, news) => advanceCharge(before, news, now) ?? before, newCharge)
        const once = advanceCharge(charge, last, now)
        if (once) expect(advanceCharge(once, last, now)).toBeUndefined()
      }),
    )
  })
})
