import { describe, expect, test } from 'vitest'
import { checkDeclaration, isSameName } from './declaration.ts'

const today = '2026-11-21'
const good = { name: 'Ada', email: 'ada@example.org' }

describe('a declaration', () => {
  test.each([
    [good],
    [{ ...good, kind: 'ordinary' as const }],
    [{ ...good, kind: 'extraordinary' as const, reason: 'moved' }],
    [{ ...good, email: ' ada@example.org ' }],
    [{ ...good, endsOn: today }],
    [{ ...good, endsOn: '2027-02-28' }],
  ])('%j is complete', (form) => {
    expect(checkDeclaration(form, today)).toStrictEqual({})
  })

  test.each([
    [{ ...good, name: ' ' }, { name: 'name-missing' }],
    [{ ...good, email: '' }, { email: 'email-missing' }],
    [{ ...good, email: 'ada@' }, { email: 'email-invalid' }],
    [{ ...good, kind: 'extraordinary' as const }, { reason: 'reason-missing' }],
    [{ ...good, kind: 'extraordinary' as const, reason: ' ' }, { reason: 'reason-missing' }],
    [{ ...good, endsOn: '2026-11-20' }, { endsOn: 'day-past' }],
    [{ ...good, endsOn: '' }, { endsOn: 'day-invalid' }],
    [{ ...good, endsOn: 'soon' }, { endsOn: 'day-invalid' }],
    [{ ...good, endsOn: '2026-13-01' }, { endsOn: 'day-invalid' }],
    [{ ...good, endsOn: '2027-02-30' }, { endsOn: 'day-invalid' }],
    [{ ...good, endsOn: '2027' }, { endsOn: 'day-invalid' }],
    [{ ...good, endsOn: '2027-01-01T00:00' }, { endsOn: 'day-invalid' }],
  ])('%j lacks %j', (form, faults) => {
    expect(checkDeclaration(form, today)).toStrictEqual(faults)
  })
})

test.each([
  ['Ada Lovelace', 'ada  lovelace', true],
  ['Zoë Müller', 'Zoe Muller', true],
  ['Ada Lovelace', 'LOVELACE, Ada', true],
  ['Ada Lovelace', 'AdaLovelace', true],
  ['Ada Lovelace', ', Lovelace;Ada,', true],
  ['Ada Lovelace', 'Lovelace - Ada', true],
  ['Li Anna', 'An Nali', false],
  ['Ada Lovelace', 'Ada King', false],
  ['Ada Lovelace', 'Ada', false],
  ['', ' ', false],
])('%j and %j are the same name: %s', (one, other, same) => {
  expect(isSameName(one, other)).toBe(same)
})
