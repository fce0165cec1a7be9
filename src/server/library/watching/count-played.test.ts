import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { moveMarks } from '#server/library/former-videos/former-video.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { playedSecondsOf, storeViewing } from '#support/stored/watching.ts'
import { createWatchingSite, type SignedInViewer } from '#support/watching-site.ts'

const site = openForTests(() => createWatchingSite({ RATE_LIMITS: '1000', STREAMS_PER_USER: '10' }))

const open = async ({ client }: SignedInViewer, player = 'tab') => {
  const { status } = await client.call(calls.video, { params: { id: 'paid' }, query: { player } })
  expect(status).toBe(200)
}
type Report = { positionSeconds: number; playedSeconds?: number; player?: string }
const report = async ({ client }: SignedInViewer, body: Report) => {
  client.forgetCsrfToken()
  return (await client.call(calls.keepPosition, { params: { id: 'paid' }, body: { player: 'tab', ...body } }))
    .status
}
const played = ({ userId }: SignedInViewer) => playedSecondsOf(site.db, userId, 'paid')
const pass = (seconds: number) => site.clock.advance({ seconds })

describe('the played time of a film', () => {
  test('is counted from report to report, not by its length', async () => {
    const viewer = await site.viewer()
    await open(viewer)
    await viewer.client.call(calls.markViewed, { params: { id: 'paid' } })
    pass(1.35)
    expect(await report(viewer, { positionSeconds: 1.3, playedSeconds: 1.3 })).toBe(200)
    expect(await played(viewer)).toBeCloseTo(1.3)
    pass(15)
    await report(viewer, { positionSeconds: 16.3, playedSeconds: 15 })
    expect(await played(viewer)).toBeCloseTo(16.3)
  })

  test('includes repeated parts, and excludes skipped ones', async () => {
    const viewer = await site.viewer()
    await open(viewer)
    pass(15)
    await report(viewer, { positionSeconds: 55, playedSeconds: 10 })
    pass(15)
    await report(viewer, { positionSeconds: 2, playedSeconds: 12 })
    expect(await played(viewer)).toBeCloseTo(22)
  })

  test('is counted at the fastest speed, and no faster', async () => {
    const viewer = await site.viewer()
    await open(viewer)
    pass(10)
    await report(viewer, { positionSeconds: 30, playedSeconds: 30 })
    expect(await played(viewer)).toBeCloseTo(30)
    pass(10)
    await report(viewer, { positionSeconds: 59, playedSeconds: 100_000 })
    expect(await played(viewer)).toBeCloseTo(60)
    await report(viewer, { positionSeconds: 59, playedSeconds: 50 })
    expect(await played(viewer)).toBeCloseTo(60)
  })

  test('does not grow by repeated reports of one moment', async () => {
    const viewer = await site.viewer()
    await open(viewer)
    await viewer.client.call(calls.userSession)
    pass(10)
    // with a cached token they run concurrently
    await report(viewer, { positionSeconds: 0, playedSeconds: 0 })
    pass(10)
    await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        viewer.client.call(calls.keepPosition, {
          params: { id: 'paid' },
          body: { player: 'tab', positionSeconds: at, playedSeconds: 40 },
        }),
      ),
    )
    expect(await played(viewer)).toBeCloseTo(30)
  })

  test('is counted after a pause in which the film stopped counting as a stream', async () => {
    const viewer = await site.viewer()
    await open(viewer)
    pass(120)
    expect(await report(viewer, { positionSeconds: 15, playedSeconds: 15 })).toBe(200)
    expect(await played(viewer)).toBeCloseTo(15)
    pass(5)
    await report(viewer, { positionSeconds: 20, playedSeconds: 60 })
    expect(await played(viewer)).toBeCloseTo(30)
  })

  test('is not counted without an open playback', async () => {
    const viewer = await site.viewer()
    expect(await report(viewer, { positionSeconds: 50, playedSeconds: 50 })).toBe(403)
    expect(await played(viewer)).toBeUndefined()
    await open(viewer)
    pass(301)
    expect(await report(viewer, { positionSeconds: 50, playedSeconds: 50 })).toBe(403)
    expect(await played(viewer)).toBeUndefined()
  })

  test('follows from positions alone for an older page', async () => {
    const viewer = await site.viewer()
    await open(viewer)
    pass(15)
    await report(viewer, { positionSeconds: 12 })
    pass(15)
    await report(viewer, { positionSeconds: 5 })
    pass(2)
    await report(viewer, { positionSeconds: 50 })
    expect(await played(viewer)).toBeCloseTo(12 + 6)
  })

  test('is counted for each player separately', async () => {
    const viewer = await site.viewer()
    await open(viewer, 'one')
    pass(10)
    await open(viewer, 'two')
    await report(viewer, { positionSeconds: 10, playedSeconds: 10, player: 'one' })
    pass(1)
    await report(viewer, { positionSeconds: 30, playedSeconds: 30, player: 'two' })
    expect(await played(viewer)).toBeCloseTo(10 + 3)
  })

  test('moves with a renamed video', async () => {
    const viewer = await site.viewer()
    const of = { userId: viewer.userId, at: site.clock.now() }
    await storeViewing(site.db, { ...of, videoId: 'withdrawn', played: 7, estimated: 2 })
    await storeViewing(site.db, { ...of, videoId: 'paid', played: 5 })
    await inTransaction(site.db, (trx) => moveMarks(trx, { formerId: 'withdrawn', videoId: 'paid' }))
    expect(await played(viewer)).toBe(12)
    expect(await playedSecondsOf(site.db, viewer.userId, 'withdrawn')).toBeUndefined()
  })
})
