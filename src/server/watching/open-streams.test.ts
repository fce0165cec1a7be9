import { expect, test } from 'vitest'
import { silentLog } from '#support/database.ts'
import { createOpenStreams } from './open-streams.ts'

function stream(mayGoOn: () => Promise<boolean>) {
  const state = { cuts: 0 }
  const cut = () => {
    state.cuts += 1
  }
  return { state, mayGoOn, cut }
}

test('only streams whose readers have lost their right are cut', async () => {
  const streams = createOpenStreams(silentLog)
  const [kept, lost] = [stream(async () => true), stream(async () => false)]
  streams.add(kept)
  streams.add(lost)
  await streams.sweep()
  expect([kept.state.cuts, lost.state.cuts]).toEqual([0, 1])
  await streams.close()
})

test('a finished stream is looked at no more', async () => {
  const streams = createOpenStreams(silentLog)
  const done = stream(async () => false)
  streams.add(done)()
  expect(streams.size).toBe(0)
  await streams.sweep()
  expect(done.state.cuts).toBe(0)
  await streams.close()
})

test('while rights cannot be looked up, nobody is cut and the others are looked at', async () => {
  const streams = createOpenStreams(silentLog)
  const unknown = stream(() => Promise.reject(new Error('the database is away')))
  const lost = stream(async () => false)
  streams.add(unknown)
  streams.add(lost)
  await streams.sweep()
  expect([unknown.state.cuts, lost.state.cuts]).toEqual([0, 1])
  await streams.close()
})

test('when the site ends, a stream that is nearly done may finish, the others are cut', async () => {
  const streams = createOpenStreams(silentLog)
  const [nearlyDone, paused] = [stream(async () => true), stream(async () => true)]
  const done = streams.add(nearlyDone)
  const stop = streams.add(paused)
  setTimeout(done, 50)
  await streams.close()
  stop()
  expect([nearlyDone.state.cuts, paused.state.cuts]).toEqual([0, 1])
})
