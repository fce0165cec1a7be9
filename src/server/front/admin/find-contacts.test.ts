import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { expiredOwner, teamAccountId, testAdmin } from '#support/admin.ts'
import { forgetAccounts, markRemovedByName, storeOwners } from '#support/stored/people.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp()
const admin = testAdmin(site)

async function find(query: string) {
  const { status, body } = await admin.call(calls.findContacts, { body: { query } })
  expect(status).toBe(200)
  return body
}
const emails = async (query: string) => (await find(query)).contacts.map(({ email }) => email)

/** Accounts of one person each, as many as there are names. */
const people = (names: readonly { name: string; email: string }[]) =>
  storeOwners(site.db, names, site.clock.now())

test('an owner is found by a part of the name or email in any case, and leads to the account', async () => {
  for (const query of ['eddie', 'XETER', 'expired@LECTERN', ' ddie Ex '])
    expect(await find(query)).toEqual({
      contacts: [{ id: expiredOwner.accountId, name: expiredOwner.name, email: expiredOwner.email }],
      errorMessage: null,
    })
})

test('another user is found by the id of their contact, which leads to them', async () => {
  const [found, ...more] = (await find('victor')).contacts
  expect([found?.email, more]).toEqual(['viewer@lectern.example', []])
  expect(found?.id).not.toBe(teamAccountId)
  const { body } = await admin.call(calls.viewAccount, { body: { id: found?.id } })
  expect(body).toMatchObject({ kind: 'contact', email: 'viewer@lectern.example' })
})

test('the very name or email comes first, then what begins so, then the rest, by name', async () => {
  await people([
    { name: 'Zoe Ann', email: 'z@order.test' },
    { name: 'Annabel', email: 'a@order.test' },
    { name: 'Xaver', email: 'anna@order.test' },
    { name: 'Ann', email: 'y@order.test' },
    { name: 'Bert', email: 'ann' },
    { name: 'Joanna', email: 'j@order.test' },
  ])
  expect(await emails('ANN')).toEqual(
    [
      'y@order.test',
      'ann',
      'a@order.test',
      'anna@order.test',
      'j@order.test',
      'z@order.test',
      // 'Mira Manning'
    ].toSpliced(5, 0, 'manager@lectern.example'),
  )
})

test('letters beyond ASCII have a case as well', async () => {
  await people([{ name: 'Älfric Österreich', email: 'oe@umlaut.test' }])
  expect(await emails('älfric ÖSTER')).toEqual(['oe@umlaut.test'])
})

test.each([
  ['%', ''],
  ['_', ''],
  ['\\', ''],
  ['%%', ''],
  ['%_%', 'Before '],
  ['a%d', 'Before '],
  ['100%', 'Before '],
])('%j matches literally', async (query, before) => {
  const email = `${randomUUID()}@wildcard.test`
  expect(await emails(query)).toEqual([])
  await people([{ name: `${before}${query} after`, email }])
  expect(await emails(query)).toEqual([email])
  await forgetAccounts(site.db, ' after')
})

test('one or two letters are looked for at the beginning alone', async () => {
  await people([
    { name: 'Quentin Xq', email: 'first@short.test' },
    { name: 'Axq', email: 'second@short.test' },
    { name: 'Third', email: 'xq@short.test' },
  ])
  expect(await emails('xq')).toEqual(['xq@short.test'])
  expect(await emails('X')).toContain('xq@short.test')
  expect(await emails('axq')).toEqual(['second@short.test'])
  expect(await emails(' xq@')).toEqual(['xq@short.test'])
})

test('what few have in the middle of a name is found', async () => {
  await people([{ name: 'Nadia Uvwxyzinska', email: 'late@rows.test' }])
  expect(await emails('wxyzin')).toEqual(['late@rows.test'])
})

test('a hundred removed users do not hide a current one', async () => {
  await people(Array.from({ length: 150 }, (_, n) => ({ name: `Gone ${n}`, email: `a${n}x@hidden-by.test` })))
  await markRemovedByName(site.db, 'Gone %', site.clock.now())
  await people([{ name: 'Present', email: 'zzz@hidden-by.test' }])
  expect(await emails('hidden-by')).toEqual(['zzz@hidden-by.test'])
})

test.each(['', '   '])('%j finds nothing', async (query) => {
  expect(await find(query)).toEqual({ contacts: [], errorMessage: null })
})

test('a removed user is not found', async () => {
  await markRemovedByName(site.db, 'Victor Vale', site.clock.now())
  expect(await emails('victor')).toEqual([])
  await markRemovedByName(site.db, 'Victor Vale', null)
})

test('no more than a hundred are listed, the right ones, and it is said that there are more', async () => {
  const many = (count: number, name: string) =>
    people(
      Array.from({ length: count }, (_, n) => ({ name: `${name} ${n}`, email: `${name}${n}@many.test` })),
    )
  await many(60, 'inner-crowd')
  await many(40, 'crowd')
  const whole = await find('crowd')
  expect([whole.contacts.length, whole.errorMessage]).toEqual([100, null])
  expect(whole.contacts.slice(0, 40).every(({ name }) => name.startsWith('crowd'))).toBe(true)
  await people([{ name: 'Crowd', email: 'the-very@one.test' }])
  const more = await find('crowd')
  expect(more.contacts).toHaveLength(100)
  expect(more.contacts[0]?.name).toBe('Crowd')
  expect(more.errorMessage).toBe('There are more than 100 matches. Type more of the name or the email.')
  await many(100, 'crowd-too')
  expect((await find('CROWD')).contacts[0]?.name).toBe('Crowd')
})
