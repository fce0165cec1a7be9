import { beforeEach, describe, expect, test } from 'vitest'
import { emptyDatabase, testDatabase } from '#support/database.ts'
import { storeMember } from '#support/stored/member.ts'
import { contactsBeginning, contactsContaining, type FoundContact } from './find-contacts.store.ts'

const database = testDatabase()
beforeEach(async () => {
  await emptyDatabase(database)
  for (const name of ['Aaa', 'Aab', 'Zzz']) await person(name, `${name}@first.test`)
})

const removed = new Date('2026-03-01T12:00:00Z')

function person(
  name: string,
  email: string,
  removed_at: Date | null = null,
  role: 'owner' | 'user' = 'owner',
) {
  return storeMember(database.db, { user: { name, removed_at, role }, contact: { email } })
}
const emails = (found: readonly FoundContact[]) => found.map(({ email }) => email).toSorted()
const sought = (part: string) => ({ name: part, email: part })
const beginning = async (part: string) => emails(await contactsBeginning(database, sought(part), 2))

describe('contacts that begin with it', () => {
  test('are the first by name and the first by email, of current users', async () => {
    for (const [name, email] of [
      ['Mina', '1@name.test'],
      ['min', '2@name.test'],
      ['Minb', '3@name.test'],
      ['N', 'min4@email.test'],
      ['O', 'min6@email.test'],
      ['P', 'min7@email.test'],
      ['A min', 'a-min@within.test'],
    ] as const)
      await person(name, email)
    await person('Min', '0@name.test', removed)
    expect(await beginning('min')).toEqual([
      '1@name.test',
      '2@name.test',
      'min4@email.test',
      'min6@email.test',
    ])
  })

  test('have their users', async () => {
    const { contactId, accountId } = await person('Mina', 'Mina@name.test', null, 'user')
    const [found] = await contactsBeginning(database, { name: 'mina', email: 'none' }, 2)
    expect(found).toMatchObject({
      id: contactId,
      accountId,
      role: 'user',
      name: 'Mina',
      email: 'Mina@name.test',
      emailKey: 'mina@name.test',
    })
    expect(await contactsBeginning(database, { name: 'none', email: 'mina@' }, 2)).toEqual([found])
  })

  test('are sought on behind those who were removed', async () => {
    for (const index of [1, 2, 3, 4, 5]) await person('M', `min${index}@gone.test`, removed)
    await person('M', 'min6@there.test')
    expect(await beginning('min')).toEqual(['min6@there.test'])
  })
})

// each engine has its own way of looking, and PostgreSQL can go both
describe.each(['of the engine', 'of the embedded database'])(
  'contacts with it in the middle, the way %s',
  (way) => {
    const containing = async (part: string) => {
      const { db } = database
      const kind = way === 'of the engine' ? database.kind : 'embedded'
      return emails(await contactsContaining({ db, kind }, sought(part), 2))
    }

    test('are found by name, and by email where those are fewer', async () => {
      await person('A-min', '1@name.test')
      await person('Min', '2@name.test')
      await person('B-min', '3@name.test', removed)
      await person('C', 'a-min@email.test')
      await person('D', 'min@email.test')
      await person('E', 'b-min@email.test', removed)
      expect(await containing('min')).toEqual(['1@name.test', 'a-min@email.test'])
      expect(await containing('-mi')).toEqual(['1@name.test', 'a-min@email.test'])
      expect(await containing('none')).toEqual([])
    })

    test('are so many by name, and then none by email', async () => {
      for (const index of [1, 2, 3]) await person(`A min ${index}`, `${index}@name.test`)
      await person('B', 'a-min@email.test')
      const found = await containing('min')
      expect(new Set(found).size).toBe(2)
      expect(found.every((email) => email.endsWith('@name.test'))).toBe(true)
      expect(found).toHaveLength(2)
    })

    test('are so many by email, though some were removed', async () => {
      for (const index of [1, 2, 3]) await person('A', `a-min${index}@gone.test`, removed)
      for (const index of [4, 5, 6]) await person('A', `a-min${index}@there.test`)
      const found = new Set(await containing('min'))
      expect(found.size).toBeGreaterThanOrEqual(2)
      expect([...found].every((email) => email.endsWith('@there.test'))).toBe(true)
    })

    test.each(['%', '_', '\\'])('%j matches literally', async (sign) => {
      await person('A xqy B', '1@name.test')
      await person('A xy B', '2@name.test')
      expect(await containing(`x${sign}y`)).toEqual([])
      await person(`A x${sign}y B`, '3@name.test')
      expect(await containing(`x${sign}y`)).toEqual(['3@name.test'])
    })
  },
)
