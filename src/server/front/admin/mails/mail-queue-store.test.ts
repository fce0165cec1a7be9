import { expect, test } from 'vitest'
import { emptiedDatabase } from '#support/database.ts'
import { storeRow } from '#support/stored/rows.ts'
import { readMailQueue } from './mail-queue.store.ts'

const database = emptiedDatabase()

const at = new Date('2026-03-01T12:00:00Z')
const after = (ms: number) => new Date(at.getTime() + ms)

async function storeMail(
  index: number,
  change: { [column in 'sent_at' | 'failed_at' | 'put_off_since' | 'created_at']?: Date } & {
    recipient?: string
  },
): Promise<void> {
  await storeRow(database.db, 'mail', {
    id: `00000000-0000-4000-8000-00000000000${index}`,
    effect_key: `${index}`,
    template: 'reset-password',
    recipient: 'ada@example.org',
    subject: `Mail ${index}`,
    text_body: '',
    html_body: '',
    created_at: at,
    next_attempt_at: after(5),
    ...change,
  })
}

const read = (page = { limit: 9, offset: 0 }) => readMailQueue(database.db, { ...page, state: 'undelivered' })

test('mails that were put off, refused or given up are read, the newest first, in pages', async () => {
  await storeMail(1, { put_off_since: at })
  await storeMail(2, { failed_at: at })
  await storeMail(3, { created_at: after(1), put_off_since: at, failed_at: at })
  await storeMail(4, {})
  await storeMail(5, { put_off_since: at, sent_at: at })
  await storeMail(6, { put_off_since: at, recipient: '' })
  const subjects = async (page?: { limit: number; offset: number }) => {
    const { count, rows } = await read(page)
    return [count, ...rows.map(({ subject }) => subject)]
  }
  expect(await subjects()).toEqual([3, 'Mail 3', 'Mail 2', 'Mail 1'])
  expect(await subjects({ limit: 1, offset: 1 })).toEqual([3, 'Mail 2'])
})

test('the next attempt is not before the end of a pause of all or of its host', async () => {
  await storeMail(1, { put_off_since: at })
  const next = async () => (await read()).rows[0]?.nextAttemptAt
  const pause = (scope: string, until: Date) =>
    storeRow(database.db, 'mail_pause', { scope, failures: 1, until })
  await pause('example.net', after(9))
  expect(await next()).toEqual(after(5))
  await pause('example.org', after(6))
  expect(await next()).toEqual(after(6))
  await pause('*', after(7))
  expect(await next()).toEqual(after(7))
})
