import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { createApp } from '#server/app.ts'
import { testEngine } from '#support/database.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { allRows } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'
import { TestClient } from '#support/test-client.ts'
import { countersOf, memoryCounters } from './counters.ts'
import { createLimit } from './limit.ts'
import { createLimits, type Limits } from './limits.ts'

const site = testApp()
beforeEach(() => site.startOver())

const stored = async () => (await allRows(site.services.database.db, 'attempt_count')).map(({ key }) => key)

if (testEngine === 'postgresql') {
  describe('two processes over one PostgreSQL server', () => {
    /** The limits of two processes, asked in turns. */
    const both = () => {
      const processes = [1, 2].map(() => createLimits(1, countersOf(site.services)))
      let turn = 0
      return () => {
        turn += 1
        return processes[turn % 2] as Limits
      }
    }

    test.each([
      ['secondFactor', 10],
      ['adminPassword', 5],
      ['passwordAgain', 10],
      ['coupon', 10],
    ] as const)('let as many attempts of %s through as one: %d', async (name, tries) => {
      const next = both()
      const answers = []
      for (let attempt = 0; attempt < tries + 4; attempt += 1) answers.push(await next()[name].consume('ada'))
      expect(answers.slice(0, tries)).toEqual(Array.from({ length: tries }, () => undefined))
      expect(answers.slice(tries).map((answer) => answer?.code)).toEqual(
        Array.from({ length: 4 }, () => 'too-many-requests'),
      )
    })

    test('let no more through when all come at once', async () => {
      const next = both()
      const answers = await Promise.all(Array.from({ length: 40 }, () => next().coupon.consume('ada')))
      expect(answers.filter((answer) => answer === undefined)).toHaveLength(10)
    })

    test('forgive an attempt that the other one has counted', async () => {
      const next = both()
      for (let attempt = 0; attempt < 25; attempt += 1) {
        expect(await next().coupon.consume('ada')).toBeUndefined()
        await next().coupon.forgive('ada')
      }
    })

    test('allow an account ten sign-ins, and then one a minute, at any process', async () => {
      const apps = await Promise.all([createApp(site.services), createApp(site.services)])
      const statuses = []
      for (let attempt = 0; attempt < 14; attempt += 1) {
        const client = new TestClient(apps[attempt % 2] ?? site.app, site.services.config)
        const body = { email: 'Ada@example.org', password: 'wrong password', staySignedIn: false }
        const { status, headers } = await client.call(calls.login, { body })
        statuses.push(status === 429 ? Number(headers['retry-after']) > 50 && 'wait' : status)
      }
      expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill('wait')])
      for (const app of apps) await app.close()
    })
  })

  test('the counted addresses are unreadable', async () => {
    await createLimits(1, countersOf(site.services)).coupon.consume('192.0.2.7')
    expect(await stored()).toEqual([expect.stringMatching(/^coupon [\w-]{43}$/)])
  })

  test('while the database is unavailable each process counts on its own', async () => {
    const query = () => Promise.reject(Object.assign(new Error('away'), { code: '57P01' }))
    const pool = Object.assign(Object.create(site.services.database.pool), { query })
    const database = { ...site.services.database, pool }
    const limit = createLimits(1, countersOf({ ...site.services, database })).secondFactor
    const answers = []
    for (let attempt = 0; attempt < 12; attempt += 1) answers.push(await limit.consume('ada'))
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(10)
  })

  test('expired counts are deleted', async () => {
    const bound = { points: 3, durationSeconds: 1 }
    const short = createLimit(countersOf(site.services)('short', bound))
    const long = createLimit(countersOf(site.services)('long', { ...bound, durationSeconds: 90_000_000 }))
    for (const limit of [short, long]) await limit.consume('ada')
    // attempts are counted by the machine's own clock
    site.clock.advanceReal({ days: 30 })
    await runUpkeep(site.services)
    expect(await stored()).toEqual([expect.stringMatching(/^long /)])
  })
} else {
  test('the embedded database, which belongs to one process, counts nothing', async () => {
    expect(countersOf(site.services)).toBe(memoryCounters)
    await createLimits(1, countersOf(site.services)).coupon.consume('192.0.2.7')
    expect(await stored()).toEqual([])
  })
}
