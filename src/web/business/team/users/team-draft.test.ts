import { describe, expect, test } from 'vitest'
import type { AccountUser } from '#contract/accounts/accounts.ts'
import { changeDraft, changeOf, draftOf, faultOfNewUser, type TeamAction, userCount } from './team-draft.ts'

const saved = (id: string, more: Partial<AccountUser> = {}): AccountUser => ({
  id,
  name: id.toUpperCase(),
  email: `${id}@example.org`,
  confirmed: true,
  role: 'user',
  seat: true,
  ...more,
})
const olga = saved('olga', { role: 'owner' })
const uwe = saved('uwe')
const pia = saved('pia', { confirmed: false })
const team = { version: 4, users: [olga, uwe, pia] }
const ann = { name: 'Ann', email: 'ann@example.org' }

const after = (...actions: TeamAction[]) => actions.reduce(changeDraft, draftOf(team))
const sent = (...actions: TeamAction[]) => changeOf(after(...actions))
const add = (...users: { name: string; email: string }[]): TeamAction => ({ type: 'add', users })

describe('the request', () => {
  test('is nothing without changes, or if all were revoked', () => {
    expect(sent()).toBeUndefined()
    expect(sent({ type: 'remove', key: 'uwe' }, { type: 'restore', key: 'uwe' })).toBeUndefined()
    expect(sent(add(ann), { type: 'remove', key: 'new-1' })).toBeUndefined()
    expect(
      sent(
        { type: 'change', key: 'uwe', change: { role: 'manager' } },
        { type: 'change', key: 'uwe', change: { role: 'user' } },
      ),
    ).toBeUndefined()
  })

  test('has the added users, notified by default', () => {
    const bob = { name: ' Bob ', email: ' bob@example.org ' }
    expect(sent(add(ann, bob), { type: 'change', key: 'new-1', change: { notify: false } })).toEqual({
      version: 4,
      users: [ann, { name: 'Bob', email: 'bob@example.org' }],
      notify: ['bob@example.org'],
    })
  })

  test('has removed, renamed and reassigned users, each by ID', () => {
    expect(
      sent(
        { type: 'remove', key: 'pia' },
        { type: 'change', key: 'uwe', change: { role: 'manager', name: 'Uwe' } },
      ),
    ).toEqual({
      version: 4,
      users: [
        { id: 'uwe', name: 'Uwe', email: 'uwe@example.org', role: 'manager' },
        { id: 'pia', name: 'PIA', email: 'pia@example.org', removed: true },
      ],
      notify: [],
    })
  })

  test('notifies users with a new address, but no removed ones', () => {
    const corrected: TeamAction = { type: 'change', key: 'pia', change: { email: 'pia@new.org' } }
    expect(sent(corrected)?.notify).toEqual(['pia@new.org'])
    expect(sent(corrected, { type: 'remove', key: 'pia' })?.notify).toEqual([])
  })
})

describe('adding', () => {
  test.each([
    [{ name: '', email: 'ann@example.org' }, 'user-fields-missing'],
    [{ name: 'Ann', email: ' ' }, 'user-fields-missing'],
    [{ name: 'Ann', email: 'ann@' }, 'user-email-invalid'],
    [{ name: 'Ann', email: ' UWE@example.org' }, 'taken'],
    [ann, undefined],
  ])('%o: %s', (user, fault) => {
    expect(faultOfNewUser(after(), user)).toBe(fault)
  })

  test('the address of a user marked as removed is still taken, and so is that of a new user', () => {
    expect(faultOfNewUser(after({ type: 'remove', key: 'uwe' }), { ...ann, email: uwe.email })).toBe('taken')
    expect(faultOfNewUser(after(add(ann)), ann)).toBe('taken')
    expect(faultOfNewUser(after(add(ann)), ann, 'new-1')).toBeUndefined()
  })

  test('a list skips duplicates, and users that the team has', () => {
    const list = [ann, { name: 'Ann again', email: 'ANN@example.org' }, { name: 'U', email: uwe.email }]
    const draft = after(add(...list))
    expect(draft.users.map(({ name }) => name)).toEqual(['OLGA', 'UWE', 'PIA', 'Ann'])
    expect(userCount(draft)).toBe(4)
  })

  test('a key is never used again', () => {
    const draft = after(add(ann), { type: 'remove', key: 'new-1' }, add(ann))
    expect(draft.users.at(-1)?.key).toBe('new-2')
  })
})

test('a user marked as removed does not count', () => {
  expect(userCount(after({ type: 'remove', key: 'uwe' }))).toBe(2)
})

describe('another version from the server', () => {
  const max = saved('max')
  const newer = { version: 5, users: [olga, { ...uwe, name: 'Uwe K.' }, { ...pia, confirmed: true }, max] }

  test('is shown at once without local edits', () => {
    expect(after({ type: 'rebase', team: newer })).toEqual(draftOf(newer))
  })

  test('keeps local edits, as far as they still apply', () => {
    const draft = after(
      add(ann, { name: 'Max', email: 'max@example.org' }),
      { type: 'remove', key: 'uwe' },
      { type: 'change', key: 'pia', change: { email: 'pia@new.org', name: 'Pia' } },
      { type: 'rebase', team: newer },
    )
    expect(changeOf(draft)).toEqual({
      version: 5,
      users: [
        { id: 'uwe', name: 'Uwe K.', email: uwe.email, removed: true },
        // she has confirmed her address meanwhile
        { id: 'pia', name: 'Pia', email: pia.email },
        ann,
      ],
      notify: [ann.email],
    })
  })

  test('drops users removed by others', () => {
    const draft = after(
      { type: 'remove', key: 'uwe' },
      { type: 'rebase', team: { version: 5, users: [olga] } },
    )
    expect(changeOf(draft)).toBeUndefined()
    expect(draft.users).toHaveLength(1)
  })

  test('after saving is all there is', () => {
    expect(after(add(ann), { type: 'saved', team: newer })).toEqual(draftOf(newer))
  })
})
