import { describe, expect, test } from 'vitest'
import { olderClient, olderRestore, olderServer } from './postgresql-versions.ts'

describe('a client of PostgreSQL', () => {
  test('that is older than the server is named with what to install', () => {
    expect(olderClient(15, 17)).toBe(
      'backups cannot be made: pg_dump 15 cannot read PostgreSQL 17; install its client programs (Debian: apt install postgresql-client-17)',
    )
  })

  test.each([
    ['as new as the server', 17, 17],
    ['newer than the server', 17, 15],
    ['that is not there, as backups may be made elsewhere', undefined, 17],
  ])('%s has no fault', (_, client, server) => {
    expect(olderClient(client, server)).toBeUndefined()
  })
})

describe('a dump', () => {
  test.each([
    ['of a newer server', { dumped: 17, client: 15, server: 15 }, /^This backup is of PostgreSQL 17/],
    [
      'read by a client that an older server does not understand',
      { dumped: 15, client: 17, server: 15 },
      /^pg_restore 17/,
    ],
  ])('%s is refused', (_, versions, sentence) => {
    expect(olderServer(versions)).toMatch(sentence)
  })

  test.each([
    [{ dumped: 15, client: 15, server: 15 }],
    [{ dumped: 15, client: 17, server: 17 }],
    [{ dumped: 15, client: 16, server: 15 }],
    [{ dumped: undefined, client: undefined, server: 15 }],
  ])('of %j is taken', (versions) => {
    expect(olderServer(versions)).toBeUndefined()
  })
})

describe('a dump for the embedded database', () => {
  test.each([
    [
      15,
      17,
      /^This backup is of PostgreSQL 17, and pg_restore 15 cannot read it: .*postgresql-client-17\)\.$/,
    ],
    [undefined, 17, /pg_restore was not found: .*postgresql-client-17/],
    [
      undefined,
      undefined,
      /^This backup is of PostgreSQL, and pg_restore was not found: .*postgresql-client\)/,
    ],
  ])('is not read by pg_restore %s if it is of version %s', (client, dumped, sentence) => {
    expect(olderRestore(client, dumped)).toMatch(sentence)
  })

  test.each([
    [17, 17],
    [17, 15],
    [15, undefined],
  ])('is read by pg_restore %s if it is of version %s', (client, dumped) => {
    expect(olderRestore(client, dumped)).toBeUndefined()
  })
})
