import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Tables } from '#server/platform/database/tables.ts'
import { emptiedDatabase } from '#support/database.ts'
import { storeVideo } from '#support/stored/library.ts'
import { storeRow } from '#support/stored/rows.ts'
import {
  libraryHasVideos,
  mailIsStuck,
  mailsComeBack,
  mailWasGivenUp,
  mailWentOutAfter,
} from './health.store.ts'

const database = emptiedDatabase()

const since = new Date('2026-03-01T12:00:00Z')
const now = new Date('2026-03-01T13:00:00Z')
const after = (ms: number) => new Date(since.getTime() + ms)

async function storeMail(change: Partial<Insertable<Tables['mail']>>): Promise<void> {
  const id = randomUUID()
  await storeRow(database.db, 'mail', {
    id,
    effect_key: id,
    template: 'reset-password',
    recipient: 'ada@example.org',
    subject: '',
    text_body: '',
    html_body: '',
    created_at: after(-9),
    next_attempt_at: after(-1),
    ...change,
  })
}

const delivered = (delivered_at: Date) => storeMail({ sent_at: since, delivered_at })

describe('a mail is stuck', () => {
  const stuck = () => mailIsStuck(database, { now, since })

  test('that has been due for long', async () => {
    expect(await stuck()).toBe(false)
    await storeMail({})
    expect(await stuck()).toBe(true)
  })

  test.each([
    ['sent', { sent_at: since }],
    ['refused', { failed_at: since }],
    ['due since a moment', { next_attempt_at: since }],
  ])('but not one that is %s', async (_, change) => {
    await storeMail(change)
    expect(await stuck()).toBe(false)
  })

  test.each([
    ['for its host', 'example.org', 1, false],
    ['for all', '*', 1, false],
    ['for its host until now', 'example.org', 0, true],
    ['for another host', 'example.net', 1, true],
  ])('while a pause runs %s: %s, %i ms longer, is %s', async (_, scope, longer, isStuck) => {
    await storeMail({})
    const until = new Date(now.getTime() + longer)
    await storeRow(database.db, 'mail_pause', { scope, failures: 1, until })
    expect(await stuck()).toBe(isStuck)
  })
})

describe('mails come back', () => {
  const comeBack = () => mailsComeBack(database, { now, since })
  const put_off_since = after(-1)

  test('if one has been retried in vain for long', async () => {
    expect(await comeBack()).toBe(false)
    await storeMail({ put_off_since })
    await delivered(put_off_since)
    expect(await comeBack()).toBe(true)
  })

  test.each([
    ['was sent', { put_off_since, sent_at: since }],
    ['was refused', { put_off_since, failed_at: since }],
    ['is tried in vain since a moment', { put_off_since: since }],
    ['was not tried', {}],
  ])('but not if it %s', async (_, change) => {
    await storeMail(change)
    expect(await comeBack()).toBe(false)
  })

  test('but not if another one was sent meanwhile', async () => {
    await storeMail({ put_off_since })
    await delivered(since)
    expect(await comeBack()).toBe(false)
  })
})

describe('a mail was given up', () => {
  const given = { failed_at: since, given_up_at: since }

  test('after days of attempts', async () => {
    expect(await mailWasGivenUp(database)).toBe(false)
    await storeMail(given)
    await delivered(since)
    expect(await mailWasGivenUp(database)).toBe(true)
  })

  test('but not a refused one, nor after another one was sent', async () => {
    await storeMail({ failed_at: since })
    expect(await mailWasGivenUp(database)).toBe(false)
    await storeMail(given)
    await delivered(after(1))
    expect(await mailWasGivenUp(database)).toBe(false)
  })
})

test('a mail was sent after a moment', async () => {
  await storeMail({})
  await delivered(since)
  expect(await mailWentOutAfter(database, since)).toBe(false)
  expect(await mailWentOutAfter(database, after(-1))).toBe(true)
})

test('the library has videos once there is one', async () => {
  expect(await libraryHasVideos(database)).toBe(false)
  await storeVideo(database.db, 'video')
  expect(await libraryHasVideos(database)).toBe(true)
})
