import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { silentLog } from '#support/database.ts'
import { createOpenStreams } from './open-streams.ts'

function stream(mayGoOn: (reading: boolean) => Promise<boolean>) {
  const state = { cuts: 0 }
  const cut = () => {
    state.cuts += 1
  }
  return { state, viewer: randomUUID(), mayGoOn, cut }
}

test('only streams of readers without a right are cut', async () => {
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
  streams.add(done).done()
  expect(streams.size).toBe(0)
  await streams.sweep()
  expect(done.state.cuts).toBe(0)
  await streams.close()
})

test('while rights cannot be read, no body is cut and the others are checked', async () => {
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
  const { done } = streams.add(nearlyDone)
  const { done: stop } = streams.add(paused)
  setTimeout(done, 50)
  await streams.close()
  stop()
  expect([nearlyDone.state.cuts, paused.state.cuts]).toEqual([0, 1])
})

test('readers are looked at four times a second, until the site ends', async () => {
  vi.useFakeTimers()
  const streams = createOpenStreams(silentLog)
  const mayGoOn = vi.fn<() => Promise<boolean>>().mockResolvedValue(true)
  const { done } = streams.add(stream(mayGoOn))
  await vi.advanceTimersByTimeAsync(249)
  expect(mayGoOn).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(mayGoOn).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(250)
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
  expect(await timed()).toBeLessThan(1_950)
  expect(await timed(stream(async () => true))).toBeGreaterThan(1_950)
})

test('that a right could not be looked up is in the log, with the reason', async () => {
  const warn = vi.fn<(...line: unknown[]) => void>()
  const streams = createOpenStreams({ warn } as unknown as Parameters<typeof createOpenStreams>[0])
  const away = new Error('the database is away')
  streams.add(stream(() => Promise.reject(away))).done()
  streams.add(stream(() => Promise.reject(away)))
  await streams.sweep()
  const line = [{ err: away }, 'the right to an open stream could not be looked up']
  expect(warn.mock.calls).toEqual([line])
})

test('it is there once, however long they cannot be, and again the next time', async () => {
  const warn = vi.fn<(...line: unknown[]) => void>()
  const streams = createOpenStreams({ warn } as unknown as Parameters<typeof createOpenStreams>[0])
  let isAway = true
  const { done } = streams.add(
    stream(async () => !isAway || Promise.reject(new Error('the database is away'))),
  )
  for (let turn = 0; turn < 3; turn += 1) await streams.sweep()
  expect(warn).toHaveBeenCalledTimes(1)
  isAway = false
  await streams.sweep()
  isAway = true
  await streams.sweep()
  expect(warn).toHaveBeenCalledTimes(2)
  done()
  await streams.close()
})

test('a look that takes long is waited for', async () => {
  vi.useFakeTimers()
  const streams = createOpenStreams(silentLog)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const mayGoOn = vi.fn<() => Promise<boolean>>().mockReturnValueOnce(promise).mockResolvedValue(true)
  const { done } = streams.add(stream(mayGoOn))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(mayGoOn).toHaveBeenCalledTimes(1)
  resolve(true)
  await vi.advanceTimersByTimeAsync(250)
  expect(mayGoOn).toHaveBeenCalledTimes(2)
  done()
  await streams.close()
})

test('a reader counts as a viewer while reading, a paused one does not', async () => {
  vi.useFakeTimers()
  const streams = createOpenStreams(silentLog)
  const asked = { reading: [] as boolean[], paused: [] as boolean[] }
  const noting = (into: boolean[]) => stream(async (reading) => into.push(reading) > 0)
  const reader = streams.add(noting(asked.reading))
  const paused = streams.add(noting(asked.paused))
  setInterval(reader.moved, 4_000)
  await vi.advanceTimersByTimeAsync(9_750)
  expect(asked.paused).toEqual(Array<boolean>(39).fill(true))
  asked.paused.length = 0
  await vi.advanceTimersByTimeAsync(20_250)
  expect(new Set(asked.reading)).toEqual(new Set([true]))
  expect(asked.paused).toEqual(Array<boolean>(81).fill(false))
  reader.done()
  paused.done()
  await streams.close()
})

describe('buffers are bounded', () => {
  test('of the 65th of one viewer, the reader that waited longest is cut; others keep theirs', async () => {
    vi.useFakeTimers()
    const streams = createOpenStreams(silentLog)
    const neighbour = stream(async () => true)
    streams.add(neighbour)
    const own = Array.from({ length: 64 }, () => ({ ...stream(async () => true), viewer: '192.0.2.1' }))
    const [first, ...others] = own.map((one) => streams.add(one))
    vi.advanceTimersByTime(5)
    first?.moved()
    streams.add({ ...stream(async () => true), viewer: '192.0.2.1' })
    expect(own.map(({ state }) => state.cuts)).toEqual([0, 1, ...Array<number>(62).fill(0)])
    expect([neighbour.state.cuts, streams.size]).toEqual([0, 65])
    // the end of one that was cut frees no second place
    others[0]?.done()
    expect(streams.size).toBe(65)
    vi.useRealTimers()
    await streams.close()
  })

  test('a place that is free again is given again, and one only', async () => {
    const streams = createOpenStreams(silentLog)
    const ofViewer = () => ({ ...stream(async () => true), viewer: '192.0.2.1' })
    const all = Array.from({ length: 65 }, ofViewer)
    const [first, ...others] = all
    if (first) streams.add(first).done()
    for (const [at, one] of others.entries()) {
      const { done } = streams.add(one)
      if (at === 0) streams.add(ofViewer()).done()
      if (at === 1) done()
    }
    streams.add(ofViewer())
    expect(all.map(({ state }) => state.cuts)).toEqual(Array<number>(65).fill(0))
    streams.add(ofViewer())
    expect(all.map(({ state }) => state.cuts)).toEqual([0, 1, ...Array<number>(63).fill(0)])
    await streams.close()
  })

  test('of the 1,025th in all, whatever their users', async () => {
    const streams = createOpenStreams(silentLog)
    const all = Array.from({ length: 1025 }, () => stream(async () => true))
    const [cut] = all.map((one) => streams.add(one))
    expect(all.map(({ state }) => state.cuts)).toEqual([1, ...Array<number>(1024).fill(0)])
    cut?.done()
    expect(streams.size).toBe(1024)
    await streams.close()
  })
})
