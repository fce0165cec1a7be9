import { describe, expect, test } from 'vitest'
import * as questions from './service-mode.ts'

const { isClosed, registers, saysClosing, saysPaused, sells, whyNotSold } = questions
const modes = ['open', 'paused', 'sunset', 'closed'] as const

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
