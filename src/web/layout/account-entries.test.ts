import { describe, expect, test } from 'vitest'
import type { Permission } from '#contract/accounts/accounts.ts'
import { accountEntries } from './account-entries.ts'

const everything = [
  '/admin',
  '/account/profile',
  '/account/subscription',
  '/account/users',
  '/account/password',
]
const all: Permission[] = ['account.manage', 'subscription.manage', 'users.manage']

const names = (permissions: Permission[], built = everything, admin = false) =>
  accountEntries({ permissions, admin }, built).map(({ text }) => text())

describe('the account menu', () => {
  test('has every entry, in order, for an owner', () => {
    expect(names(all)).toEqual(['Manage Account', 'Subscription', 'Manage Users', 'Manage Password'])
  })

  test('has Manage Password alone for a user without permissions', () => {
    expect(names([])).toEqual(['Manage Password'])
  })

  test.each([
    ['account.manage', 'Manage Account'],
    ['subscription.manage', 'Subscription'],
    ['users.manage', 'Manage Users'],
  ] as const)('shows with the permission %s the entry %s', (permission, entry) => {
    expect(names([permission])).toEqual([entry, 'Manage Password'])
  })

  test('leads the admin, and nobody else, to the screens of the admin', () => {
    expect(names(all, everything, true)[0]).toBe('Admin')
    expect(names(all)).not.toContain('Admin')
  })

  test('leads to no page that this site does not have', () => {
    expect(names(all, ['/account/users', '/account/password'])).toEqual(['Manage Users', 'Manage Password'])
    expect(names(all, [])).toEqual([])
  })
})
