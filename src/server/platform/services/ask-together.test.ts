import { setImmediate as turn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { askTogether } from './ask-together.ts'

/** Questions are numbers, answered by their double when `answer` is called. */
function slowly() {
  const asked: (readonly number[])[] = []
  const answers: (() => void)[] = []
  const ask = (questions: readonly number[]) => {
    asked.push(questions)
    return new Promise<number[]>((resolve) =>
      answers.push(() => resolve(questions.map((question) => 2 * question))),
    )
  }
  return { ask, asked, answer: () => answers.shift()?.() }
}

test('concurrent requests are batched into one, and each gets its own answer', async () => {
  const { ask, asked, answer } = slowly()
  const put = askTogether(ask)
  const answered = Promise.all([put(1), put(2), put(3)])
  await turn()
  expect(asked).toEqual([[1, 2, 3]])
  answer()
  expect(await answered).toEqual([2, 4, 6])
})

test('concurrent requests are batched into the next one: no answer is older than its question', async () => {
  const { ask, asked, answer } = slowly()
  const put = askTogether(ask)
  const first = put(1)
  await turn()
  const later = Promise.all([put(2), put(1)])
  await turn()
  expect(asked).toEqual([[1]])
  answer()
  await first
  await turn()
  expect(asked).toEqual([[1], [2, 1]])
  answer()
  expect(await later).toEqual([4, 2])
})

test('a hanging request delays no one for long', async () => {
  const { ask, asked } = slowly()
  const put = askTogether(ask)
  void put(1)
  await turn()
  void put(2)
  await vi.waitFor(() => expect(asked).toEqual([[1], [2]]))
})

test('a batch has a maximum size', async () => {
  const { ask, asked, answer } = slowly()
  const put = askTogether(ask, 2)
  const answered = Promise.all([put(1), put(2), put(3)])
  await turn()
  answer()
  await vi.waitFor(() => expect(asked).toEqual([[1, 2], [3]]))
  answer()
  expect(await answered).toEqual([2, 4, 6])
})

test('a failure is passed to its callers, and the next request is made', async () => {
  let fails = true
  const put = askTogether(async (questions: readonly number[]) => {
    if (fails) throw new Error('gone')
    return questions
  })
  const refused = [put(1), put(2)].map((one) => one.catch((error: Error) => error.message))
  expect(await Promise.all(refused)).toEqual(['gone', 'gone'])
  fails = false
  expect(await put(3)).toBe(3)
})
