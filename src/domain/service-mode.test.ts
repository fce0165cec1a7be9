import { describe, expect, test } from 'vitest'
import * as questions from './service-mode.ts'

const { isClosed, registers, saysClosing, saysPaused, sells, whyNotSold } = questions
// another mode is a type error here: each question needs its answer
const modes = Object.keys({ open: 0, paused: 1, sunset: 2, closed: 3 } satisfies Record<
  questions.ServiceMode,
  number
>) as questions.ServiceMode[]

// columns: the modes in order
const table = [
  ['sells', sells, [true, false, false, false]],
  ['registers', registers, [true, false, true, true]],
  ['saysPaused', saysPaused, [false, true, false, false]],
  ['saysClosing', saysClosing, [false, false, true, true]],
  ['isClosed', isClosed, [false, false, false, true]],
  ['whyNotSold', whyNotSold, [undefined, 'paused', 'sunset', 'sunset']],
] as const

describe('the effects of each service mode', () => {
  test.each(table)('%s', (_name, question, answers) => {
    expect(modes.map((mode) => question(mode))).toEqual(answers)
  })

  test('no question is left out', () => {
    expect(table.map(([name]) => name).toSorted()).toEqual(Object.keys(questions).toSorted())
  })
})
