import { describe, expect, test } from 'vitest'
import { readUserTable, userRowsOf as rowsBy } from './user-columns.ts'

function userRowsOf(cells: readonly (readonly string[])[]) {
  const table = readUserTable(cells)
  return table && rowsBy(table, table.mapping)
}

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

  test('are found among others, and a full name takes precedence over its parts', () => {
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

  const company = [
    ['Ada Byron', 'ada@firma.example'],
    ['Bo Chen', 'bo@firma.example'],
  ]
  test.each([
    [
      'Google Workspace',
      [
        'First Name [Required],Last Name [Required],Email Address [Required],Password [Required],Org Unit Path [Required],Status [READ ONLY]',
        'Ada,Byron,ada@firma.example,****,/,Active',
        'Bo,Chen,bo@firma.example,****,/,Active',
      ],
    ],
    [
      'Google Workspace with all its columns',
      [
        'First Name [Required],Last Name [Required],Email Address [Required],Recovery Email,Home Secondary Email,Work Secondary Email',
        'Ada,Byron,ada@firma.example,ada@home.example,a@home.example,',
        'Bo,Chen,bo@firma.example,bo@home.example,b@home.example,',
      ],
    ],
    [
      'Microsoft 365',
      [
        'Block credential,City,Display name,First name,Last name,User principal name',
        'False,Bonn,Ada B.,Ada,Byron,ada@firma.example',
        'False,Bonn,Bo C.,Bo,Chen,bo@firma.example',
      ],
    ],
    [
      'Google Contacts',
      [
        'First Name,Middle Name,Last Name,File As,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value',
        'Ada,,Byron,,* Work,ada@firma.example ::: a@home.example,Home,ada@home.example',
        'Bo,,Chen,,* Work,bo@firma.example,,',
      ],
    ],
    [
      'Moodle',
      [
        'username,firstname,lastname,email',
        'abyron,Ada,Byron,ada@firma.example',
        'bchen,Bo,Chen,bo@firma.example',
      ],
    ],
    [
      'Slack',
      [
        'username,email,status,billing-active,has-2fa,has-sso,userid,fullname,displayname,expiration-timestamp',
        'abyron,ada@firma.example,Owner,1,0,0,U1,Ada Byron,ada,',
        'bchen,bo@firma.example,Member,1,0,0,U2,Bo Chen,bo,',
      ],
    ],
    [
      'a work email beside a private one',
      [
        'Employee,Personal Email,Work Email',
        'Ada Byron,ada@home.example,ada@firma.example',
        'Bo Chen,bo@home.example,bo@firma.example',
      ],
    ],
    [
      'a primary email, and a display name alone',
      [
        'User name,Display name,Primary email',
        'abyron,Ada Byron,ada@firma.example',
        'bchen,Bo Chen,bo@firma.example',
      ],
    ],
    [
      'Name beside Vorname',
      ['Name,Vorname,E-Mail (dienstlich)', 'Byron,Ada,ada@firma.example', 'Chen,Bo,bo@firma.example'],
    ],
    [
      'a heading of its own',
      ['Teilnehmer,Kontakt', 'Ada Byron,ada@firma.example', 'Bo Chen,bo@firma.example'],
    ],
  ])('are known in a list of %s', (_, lines) => {
    expect(people(userRowsOf(lines.map((line) => line.split(','))))).toEqual(company)
  })

  test.each(['username', 'Login', 'User', 'Benutzername'])('never take a login (%s) for a name', (head) => {
    expect(
      people(
        userRowsOf([
          [head, 'Email'],
          ['abyron', 'ada@example.org'],
        ]),
      ),
    ).toEqual([['', 'ada@example.org']])
  })

  test('are shown by their headings, and can be others', () => {
    const table = readUserTable([
      ['username', 'Name', 'Email', 'Private email'],
      ['abyron', 'Ada', 'ada@firma.example', 'ada@home.example'],
    ])
    if (!table) throw new Error('no table')
    expect(table.columns).toEqual(['username', 'Name', 'Email', 'Private email'])
    expect(table.mapping).toEqual({ email: 2, names: [1] })
    expect(rowsBy(table, { email: 3, names: [1, 0] })).toEqual([
      { name: 'Ada abyron', email: 'ada@home.example', row: 2 },
    ])
    expect(readUserTable([['Ada', 'ada@example.org']])?.columns).toEqual(['', ''])
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
