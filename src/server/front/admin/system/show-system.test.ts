import { beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { upkeepSteps } from '#server/background.ts'
import { recordRun } from '#server/platform/jobs/upkeep.store.ts'
import { sellingSite, signedInAdmin } from '#support/admin.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

let admin: TestClient
const site = testApp({ settings: { ...sellingSite, FFMPEG: '/nowhere/ffmpeg' } })
beforeAll(async () => {
  admin = await signedInAdmin(site)
})

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
  })
})

test('a step that fails comes first, with its fault, until it has gone well', async () => {
  const { db } = site.services.database
  const name = 'begin-closing'
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 26, 12, minute))
  const first = async () => (await admin.call(calls.systemAtDesk)).body.steps[0]
  await recordRun(db, { name, at: at(1), problem: null })
  await recordRun(db, { name, at: at(2), problem: 'Error: no' })
  await recordRun(db, { name, at: at(3), problem: 'Error: no' })
  expect(await first()).toEqual({
    name,
    every: 'minute',
    lastRunAt: at(3).toISOString(),
    lastSuccessAt: at(1).toISOString(),
    failingSince: at(2).toISOString(),
    problem: 'Error: no',
  })
  await recordRun(db, { name, at: at(4), problem: null })
  expect(await first()).toMatchObject({ failingSince: null })
})
