import { describe, expect, test } from 'vitest'
import { userRowsOf } from './user-columns.ts'

const people = (rows: ReturnType<typeof userRowsOf>) => rows?.map(({ name, email }) => [name, email])
const ada = ['Ada Lovelace', 'ada@example.org']

describe('the columns of a list', () => {
  test.each([
    [['Name', 'Email']],
    [['name', 'e-mail']],
    [[' Full name ', 'E-Mail Address']],
    [['Display Name', 'Mail']],
    [['Name', 'E-Mail-Adresse']],
    [['Vollständiger Name', 'Email']],
    [['Vor- und Nachname', 'Mailadresse']],
    [['Mitarbeiter', 'E‑Mail']],
    [['Vollständiger Name', 'EMAIL']],
  ])('are known by their headings: %j', (heads) => {
    expect(people(userRowsOf([heads, ada]))).toEqual([ada])
    expect(people(userRowsOf([heads.toReversed(), ada.toReversed()]))).toEqual([ada])
  })

  test.each([
    [['First name', 'Last name', 'Email']],
    [['Vorname', 'Nachname', 'E-Mail']],
    [['Given Name', 'Surname', 'Mail']],
  ])('may hold a name in two: %j', (heads) => {
    expect(people(userRowsOf([heads, ['Ada', 'Lovelace', 'ada@example.org']]))).toEqual([ada])
    expect(people(userRowsOf([heads, ['Ada', '', 'ada@example.org']]))).toEqual([['Ada', 'ada@example.org']])
  })

  test('are found among others, and a whole name goes before its parts', () => {
    const heads = ['Id', 'Last name', 'Email', 'Department', 'Name']
    const row = ['7', 'Lovelace', 'ada@example.org', 'Engines', 'Ada Lovelace']
    expect(people(userRowsOf([heads, row]))).toEqual([ada])
  })

  test('are guessed without headings by where the first address is', () => {
    expect(people(userRowsOf([ada, ['Bo', 'bo@example.org']]))).toEqual([ada, ['Bo', 'bo@example.org']])
    expect(people(userRowsOf([ada.toReversed()]))).toEqual([ada])
    expect(people(userRowsOf([['7', 'x', 'ada@example.org']]))).toEqual([['7', 'ada@example.org']])
  })

  test('may leave out the name: then every row lacks one', () => {
    expect(people(userRowsOf([['Email'], ['ada@example.org']]))).toEqual([['', 'ada@example.org']])
    expect(people(userRowsOf([['ada@example.org']]))).toEqual([['', 'ada@example.org']])
  })

  test('of something else are none', () => {
    expect(
      userRowsOf([
        ['Name', 'Phone'],
        ['Ada', '0123'],
      ]),
    ).toBeUndefined()
    expect(userRowsOf([['PK\u0003\u0004']])).toBeUndefined()
  })
})

describe('the rows of a list', () => {
  test('are numbered as a spreadsheet program does, empty ones left out', () => {
    const table = [
      ['Name', 'Email'],
      ['', ' '],
      [' Ada ', ' ada@example.org '],
      [''],
      ['Bo'],
      ['Cy', 'cy', 'more'],
    ]
    expect(userRowsOf(table)).toEqual([
      { name: 'Ada', email: 'ada@example.org', row: 3 },
      { name: 'Bo', email: '', row: 5 },
      { name: 'Cy', email: 'cy', row: 6 },
    ])
  })

  test('may be none at all', () => {
    expect(userRowsOf([])).toEqual([])
    expect(userRowsOf([[''], [' ', '']])).toEqual([])
    expect(userRowsOf([['Name', 'Email']])).toEqual([])
  })
})
