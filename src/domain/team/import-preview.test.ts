import { describe, expect, test } from 'vitest'
import { previewImport, seatsLeftFor } from './import-preview.ts'
import { seatsFor } from './seats.ts'

const member = (email: string) => ({
  id: email,
  name: 'Somebody',
  email,
  confirmed: true,
  role: 'user' as const,
})
const team = {
  members: [member('Owner@Example.org'), member('ada@example.org')],
  former: [{ id: 'f', email: 'Grace@Example.org' }],
  otherEmails: ['owner@home.example'],
}
const row = (email: string, name = 'Somebody') => ({ name, email })

describe('a row of a list', () => {
  test.each([
    ['a new address', row('new@example.org'), 'add'],
    ['spaces around it', row(' new@example.org ', ' New '), 'add'],
    ['a former user', row('grace@example.org'), 'restore'],
    ['a user of the account', row('ADA@example.org'), 'duplicate'],
    ['the owner', row(' owner@example.org'), 'duplicate'],
    ['another address of a user', row('owner@home.example'), 'duplicate'],
    ['no name', row('new@example.org', ' '), 'invalid'],
    ['a name of two lines', row('new@example.org', 'Ada\nGrace'), 'invalid'],
    ['a name of two hundred letters', row('new@example.org', 'x'.repeat(200)), 'add'],
    ['a name without end', row('new@example.org', 'x'.repeat(201)), 'invalid'],
    ['no address', row(''), 'invalid'],
    ['something else than an address', row('new'), 'invalid'],
    ['two addresses', row('a@x.de,b@y.de'), 'invalid'],
    ['a line break', row('a@x.de\r\nBcc: b@y.de'), 'invalid'],
  ] as const)('with %s: %j is %s', (_, given, fate) => {
    expect(previewImport([given], team, 5)).toEqual([fate])
  })

  test('is a duplicate of one above, whatever its spelling', () => {
    expect(previewImport([row('new@example.org'), row('New@Example.ORG')], team, 5)).toEqual([
      'add',
      'duplicate',
    ])
    expect(previewImport([row('grace@example.org'), row('grace@example.org')], team, 5)).toEqual([
      'restore',
      'duplicate',
    ])
  })

  test('is no duplicate of a row that is not added itself', () => {
    expect(previewImport([row('new@example.org', ''), row('new@example.org')], team, 5)).toEqual([
      'invalid',
      'add',
    ])
  })
})

describe('seats', () => {
  test('are assigned in order, and only to users who need one', () => {
    const rows = ['1@x.de', 'ada@example.org', 'bad', 'grace@example.org', '2@x.de', '1@x.de', '3@x.de']
    expect(
      previewImport(
        rows.map((email) => row(email)),
        team,
        2,
      ),
    ).toEqual(['add', 'duplicate', 'invalid', 'restore', 'no-seat', 'duplicate', 'no-seat'])
  })

  test.each([
    ['none without a subscription', undefined, 1, 0],
    ['none in a trial with its one user', { status: 'trial', licenseCount: 1 }, 1, 0],
    ['those that were paid ahead', { status: 'prepaid', licenseCount: 5 }, 3, 2],
    ['an odd number of them', { status: 'prepaid', licenseCount: 6 }, 3, 3],
    ['none where there are more users than licences', { status: 'prepaid', licenseCount: 2 }, 3, 0],
    ['none when it has run out', { status: 'cancelled', licenseCount: 5 }, 1, 0],
    ['no more while it expires', { status: 'pending-expiry', licenseCount: 5 }, 3, 2],
    ['as many as are asked for where the plan can grow', { status: 'active', licenseCount: 5 }, 5, 1000],
  ] as const)('%s', (_, subscription, users, left) => {
    expect(seatsLeftFor(users, 1000, (count) => seatsFor(subscription, count))).toBe(left)
  })
})
