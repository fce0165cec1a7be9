import { beforeEach, expect, test, vi } from 'vitest'
import {
  type Asker,
  createAdmission,
  maxOfNetwork,
  maxOfSession,
  maxWaiting,
  maxWaitMs,
} from './admission.ts'

let room: number
/** What became of each call: undefined while it waits. */
let outcomes: (boolean | undefined)[]
let admission: ReturnType<typeof createAdmission>
beforeEach(() => {
  vi.useFakeTimers()
  room = 1_000
  outcomes = []
  admission = createAdmission(
    () => room,
    () => Date.now(),
  )
})

const somebody = (number: number): Asker => ({ session: `session ${number}`, network: `192.0.2.${number}` })
const ada = somebody(1)

/** Makes a request and exposes the state of its result. */
function ask(asker: Asker) {
  const index = outcomes.push(undefined) - 1
  return admission.ask(asker, (admitted) => {
    expect(outcomes[index]).toBeUndefined()
    outcomes[index] = admitted
  })
}
const times = <Result>(count: number, work: (index: number) => Result) =>
  Array.from({ length: count }, (_, i) => work(i))
/** Until waiting calls have been looked at. */
const look = () => vi.advanceTimersByTime(10)

test('while there is room no request waits', () => {
  times(maxOfNetwork * 4, (index) => ask({ session: `session ${index}`, network: 'one office' }))
  expect(outcomes).toEqual(outcomes.map(() => true))
  expect(vi.getTimerCount()).toBe(0)
})

test('without room calls wait, and go on in the order of their arrival, as many as there is room for', () => {
  room = 0
  times(3, (index) => ask(somebody(index)))
  look()
  expect(outcomes).toEqual([undefined, undefined, undefined])
  room = 2
  look()
  expect(outcomes).toEqual([true, true, undefined])
  room = 1
  look()
  expect(outcomes).toEqual([true, true, true])
  expect(vi.getTimerCount()).toBe(0)
})

test('a new request does not overtake waiting ones', () => {
  room = 0
  ask(somebody(1))
  room = 1
  ask(somebody(2))
  expect(outcomes).toEqual([true, undefined])
})

test('a call that has waited too long is refused, not before', () => {
  room = 0
  ask(ada)
  vi.advanceTimersByTime(maxWaitMs - 10)
  expect(outcomes).toEqual([undefined])
  look()
  expect(outcomes).toEqual([false])
  expect(vi.getTimerCount()).toBe(0)
})

test('calls beyond those that may wait are refused at once', () => {
  room = 0
  times(maxWaiting + 1, (index) => ask(somebody(index)))
  expect(outcomes.filter((outcome) => outcome === false)).toHaveLength(1)
  expect(outcomes.at(-1)).toBe(false)
})

test('a session has a limited number of calls in progress; the next begins when one is answered', () => {
  const passes = times(maxOfSession, () => ask(ada))
  ask(ada)
  look()
  expect(outcomes.at(-1)).toBeUndefined()
  passes[0]?.left()
  expect(outcomes.at(-1)).toBe(true)
})

test('a session with too many calls delays no other', () => {
  times(maxOfSession * 3, () => ask(ada))
  ask(somebody(2))
  expect(outcomes.at(-1)).toBe(true)
})

test('under load each network has its share, whatever its sessions', () => {
  room = 0
  times(maxOfNetwork + 5, (index) => ask({ session: `made up ${index}`, network: 'one network' }))
  ask(ada)
  room = 1_000
  look()
  expect(outcomes.filter((outcome) => outcome)).toHaveLength(maxOfNetwork + 1)
  expect(outcomes.at(-1)).toBe(true)
})

test('a waiting call whose client has gone is not admitted later, and no longer counts', () => {
  room = 0
  ask(ada).left()
  room = 1
  look()
  expect(outcomes).toEqual([undefined])
  ask(ada)
  expect(outcomes).toEqual([undefined, true])
})

test('an answered call stops counting, once', () => {
  const first = ask(ada)
  first.left()
  first.left()
  times(maxOfSession, () => ask(ada))
  expect(outcomes).toEqual(outcomes.map(() => true))
  ask(ada)
  expect(outcomes.at(-1)).toBeUndefined()
})
