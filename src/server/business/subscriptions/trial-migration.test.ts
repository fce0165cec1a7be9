import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { signedInOwner } from '#support/owners.ts'
import { changeSubscription, storedSubscription } from '#support/stored/subscriptions.ts'
import { testApp } from '#support/test-app.ts'

const folder = resolve(import.meta.dirname, '../../../../migrations')
const migration = readdirSync(folder).find((name) => name.endsWith('-trials-end-at-midnight.sql')) ?? ''

const site = testApp({ settings: { RATE_LIMITS: '1000' } })

async function trialUntil(until: string, status: 'trial' | 'prepaid' = 'trial') {
  const email = `${status}.${Date.parse(until)}@example.org`
  const browser = await signedInOwner(site, email)
  const { body } = await browser.call(calls.userSession)
  const id = body.authenticated ? body.account.id : ''
  await changeSubscription(site.db, id, { until: new Date(until), dueAt: new Date(until), status })
  return async () => {
    const now = await storedSubscription(site.db, id)
    return [now.until, now.dueAt].map((moment) => moment && new Date(moment).toISOString())
  }
}

test('trials that run are moved to the next midnight where the seller is, and nothing else is', async () => {
  const winter = await trialUntil('2026-12-06T10:00:00Z')
  const summer = await trialUntil('2026-07-01T22:30:00Z')
  const atMidnight = await trialUntil('2026-12-06T23:00:00Z')
  const prepaid = await trialUntil('2026-12-07T10:00:00Z', 'prepaid')
  const text = readFileSync(`${folder}/${migration}`, 'utf8')
  await sql.raw(text).execute(site.db)
  const twice = (moment: string) => [moment, moment]
  const asExpected = async () => {
    expect(await winter()).toEqual(twice('2026-12-06T23:00:00.000Z'))
    expect(await summer()).toEqual(twice('2026-07-02T22:00:00.000Z'))
    expect(await atMidnight()).toEqual(twice('2026-12-06T23:00:00.000Z'))
    expect(await prepaid()).toEqual(twice('2026-12-07T10:00:00.000Z'))
  }
  await asExpected()
  await sql.raw(text).execute(site.db)
  await asExpected()
})
