import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { upkeepSteps } from '#server/background.ts'
import { recordRun } from '#server/platform/jobs/upkeep.store.ts'
import { auditOf, sellingSite, testAdmin, theAdmin } from '#support/admin.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp({ settings: { ...sellingSite, FFMPEG: '/nowhere/ffmpeg' } })
const admin = testAdmin(site)

test('it shows what readiness answers, every step of the upkeep, and versions', async () => {
  const { status, body } = await admin.call(calls.systemAtDesk)
  expect(status).toBe(200)
  expect(body.health).toEqual((await site.client().call(calls.healthReady)).body)
  expect(body.steps.map(({ name }) => name).toSorted()).toEqual(
    upkeepSteps.map(({ name }) => name).toSorted(),
  )
  expect(body.versions).toEqual({
    lectern: expect.stringMatching(/^\d+\.\d+\.\d+/),
    node: process.versions.node,
    database: { kind: site.services.database.kind, version: expect.stringMatching(/^1\d/) },
    ffmpeg: null,
    convertedElsewhere: false,
  })
})

test('a step that fails comes first, with its fault, until it has gone well', async () => {
  const name = 'begin-closing'
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 26, 12, minute))
  const first = async () => (await admin.call(calls.systemAtDesk)).body.steps[0]
  await recordRun(site.db, { name, at: at(1), problem: null })
  await recordRun(site.db, { name, at: at(2), problem: 'Error: no' })
  await recordRun(site.db, { name, at: at(3), problem: 'Error: no' })
  expect(await first()).toEqual({
    name,
    every: 'minute',
    lastRunAt: at(3).toISOString(),
    lastSuccessAt: at(1).toISOString(),
    failingSince: at(2).toISOString(),
    problem: 'Error: no',
    nextRunAt: expect.any(String),
    durationMs: null,
    lastProblem: 'Error: no',
    lastProblemAt: at(3).toISOString(),
  })
  await recordRun(site.db, { name, at: at(4), problem: null, durationMs: 20 })
  const { steps } = (await admin.call(calls.systemAtDesk)).body
  expect(steps.find((step) => step.name === name)).toMatchObject({
    failingSince: null,
    durationMs: 20,
    lastProblem: 'Error: no',
  })
})

const run = (kind: 'step' | 'job', name: string, password = theAdmin.password) =>
  admin.call(calls.runNow, { body: { kind, name, password } })

test('a step is run at once, and the audit log has it; an unknown one is not', async () => {
  const step = async () =>
    (await admin.call(calls.systemAtDesk)).body.steps.find(({ name }) => name === 'delete-old-mails')
  const before = (await step())?.lastRunAt
  site.clock.advanceReal({ minutes: 1 })
  expect((await run('step', 'delete-old-mails', 'wrong')).problem?.code).toBe('wrong-password')
  expect((await run('step', 'delete-old-mails')).status).toBe(200)
  await site.services.queue.drain()
  expect(await step()).toMatchObject({
    lastRunAt: site.clock.real().toISOString(),
    lastSuccessAt: site.clock.real().toISOString(),
    durationMs: expect.any(Number),
  })
  expect((await step())?.lastRunAt).not.toBe(before)
  expect((await run('step', 'drop-everything')).status).toBe(404)
  expect((await run('job', 'delete-old-mails')).status).toBe(404)
  expect(await auditOf(site)).toMatchObject([{ action: 'run-ordered', target: 'delete-old-mails' }])
})

test('jobs say what waits and why, and what waits is made due', async () => {
  const { queue, database } = site.services
  let fails = true
  await queue.work('test-job', async () => {
    if (fails) throw new Error('the other side is down')
  })
  const job = async () => {
    const { jobs } = (await admin.call(calls.systemAtDesk)).body
    expect(jobs.some(({ name }) => name.startsWith('upkeep-'))).toBe(false)
    return jobs.find(({ name }) => name === 'test-job')
  }
  await queue.enqueue(database.db, 'test-job', {})
  await queue.drain()
  expect(await job()).toMatchObject({
    waiting: 1,
    running: 0,
    nextRunAt: expect.any(String),
    lastRunAt: null,
    lastProblem: 'Error: the other side is down',
  })
  fails = false
  await queue.drain()
  expect(await job()).toMatchObject({ waiting: 1 })
  expect((await run('job', 'test-job')).status).toBe(200)
  await queue.drain()
  expect(await job()).toMatchObject({
    waiting: 0,
    nextRunAt: null,
    lastRunAt: expect.any(String),
    durationMs: expect.any(Number),
    lastProblem: null,
  })
})
