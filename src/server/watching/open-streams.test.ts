import { expect, test, vi } from 'vitest'
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

test('readers are looked at every ten seconds, until the site ends', async () => {
  vi.useFakeTimers()
  const streams = createOpenStreams(silentLog)
  const mayGoOn = vi.fn<() => Promise<boolean>>().mockResolvedValue(true)
  const done = streams.add(stream(mayGoOn))
  await vi.advanceTimersByTimeAsync(9_999)
  expect(mayGoOn).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(mayGoOn).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(mayGoOn).toHaveBeenCalledTimes(2)
  done()
  await streams.close()
  streams.add(stream(mayGoOn))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(mayGoOn).toHaveBeenCalledTimes(2)
})

test('a site without readers ends at once, one with a paused reader after two seconds', async () => {
  const timed = async (...of: ReturnType<typeof stream>[]) => {
    const streams = createOpenStreams(silentLog)
    for (const one of of) streams.add(one)
    const from = performance.now()
    await streams.close()
    return performance.now() - from
  }
  expect(await timed()).toBeLessThan(1_000)
  expect(await timed(stream(async () => true))).toBeGreaterThan(1_950)
})

test('that a right could not be looked up is in the log, with the reason', async () => {
  const warn = vi.fn<(...line: unknown[]) => void>()
  const streams = createOpenStreams({ warn } as unknown as Parameters<typeof createOpenStreams>[0])
  const away = new Error('the database is away')
  streams.add(stream(() => Promise.reject(away)))()
  streams.add(stream(() => Promise.reject(away)))
  await streams.sweep()
  expect(warn.mock.calls).toEqual([[{ err: away }, 'the right to an open stream could not be looked up']])
})
