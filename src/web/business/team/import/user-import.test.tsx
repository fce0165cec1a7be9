import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Fate, UsersQuote } from '#contract/team/team.ts'
import { type FakeRequest, fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { UserImport } from './user-import.tsx'

type Rows = readonly { name: string; email: string }[]
const asked = ({ body }: FakeRequest) => (body as { users: Rows }).users

/** A server with one user, one former user, and this many seats. */
const team = (seatsLeft = 100) => ({
  previewUsers: (request: FakeRequest) => {
    let left = seatsLeft
    const fateOf = (email: string): Fate => {
      if (email === 'known@example.org') return 'duplicate'
      if (left === 0) return 'no-seat'
      left -= 1
      return email === 'former@example.org' ? 'restore' : 'add'
    }
    const rows = asked(request).map((row) => ({ ...row, fate: fateOf(row.email) }))
    return { status: 200 as const, body: { rows, seatsLeft } }
  },
})

const csv = (text: string | Uint8Array<ArrayBuffer>, name = 'people.csv') =>
  new File([text], name, { type: 'text/csv' })
const choose = (file: File) => userEvent.upload(screen.getByLabelText(/Choose a CSV file/), file)
const free = async () => undefined
function open(priceOf: Parameters<typeof UserImport>[0]['priceOf'] = free, buyAt?: string) {
  const onRows = vi.fn<(rows: Rows) => void>()
  show(<UserImport priceOf={priceOf} buyAt={buyAt} onRows={onRows} />)
  return onRows
}
const table = async () => {
  const region = await screen.findByRole('region', { name: 'Rows of people.csv' })
  return within(region)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent))
}
const list = (count: number) =>
  `Name,Email\n${Array.from({ length: count }, (_, index) => `P ${index},p${index}@example.org`).join('\n')}`

afterEach(() => vi.restoreAllMocks())

describe('importing a file', () => {
  test('shows the result of each row with its reason, and returns the valid ones', async () => {
    fakeServer(team())
    const onRows = open()
    await choose(
      csv(
        [
          'Name;E-Mail',
          'Ada Lovelace;ada@example.org',
          'Known;known@example.org',
          'Former;former@example.org',
          'Ada again;ADA@example.org',
          ';nameless@example.org',
          'No address;x',
        ].join('\r\n'),
      ),
    )
    // skipped rows come first
    expect(await table()).toEqual([
      [
        '3',
        'Knownknown@example.org',
        'known@example.org',
        'The contact known@example.org is already associated with this account.',
        '',
      ],
      ['5', 'Ada againADA@example.org', 'ADA@example.org', 'This email stands above already.', ''],
      [
        '6',
        'nameless@example.org',
        'nameless@example.org',
        'Both fields are needed: a name and an email.',
        '',
      ],
      ['7', 'No addressx', 'x', 'Please enter a valid email address', ''],
      [
        '2',
        'Ada Lovelaceada@example.org',
        'ada@example.org',
        'Will be added',
        'Notify Ada Lovelace by email',
      ],
      [
        '4',
        'Formerformer@example.org',
        'former@example.org',
        'Comes back with all that they had seen',
        'Notify Former by email',
      ],
    ])
    expect(screen.getByRole('columnheader', { name: 'Notify by email' })).toBeTruthy()
    const add = screen.getByRole('button', { name: 'Add 2 users to the table' })
    expect(document.getElementById(add.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Save changes stores them.',
    )
    await userEvent.click(screen.getByRole('checkbox', { name: 'Notify Former by email' }))
    await userEvent.click(add)
    expect(onRows.mock.calls).toEqual([
      [
        [
          { name: 'Ada Lovelace', email: 'ada@example.org', notify: true },
          { name: 'Former', email: 'former@example.org', notify: false },
        ],
      ],
    ])
    expect(screen.getByText('2 users are in the table now. Save changes stores them.')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.getByLabelText(/Choose a CSV file/)).toBeTruthy()
  })

  test('says above the rows how many are left out, and why', async () => {
    fakeServer(team(1))
    open()
    await choose(csv(`${list(3)}\nKnown,known@example.org\nNobody,x`))
    await table()
    const summary = screen.getByText('4 rows are left out.').closest('[role=status]')
    expect([...(summary?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toEqual([
      '2 × All licenses of this account are in use.',
      '1 × The email belongs to the account or stands above already.',
      '1 × Name or email is missing or not valid.',
    ])
    const { DOCUMENT_POSITION_FOLLOWING: follows } = Node
    const region = screen.getByRole('region', { name: 'Rows of people.csv' })
    expect((summary?.compareDocumentPosition(region) ?? 0) & follows).toBeTruthy()
  })

  test('offers the missing licenses, with their price, to users who may buy them', async () => {
    fakeServer(team(1))
    open(free, '/subscription/card')
    await choose(csv(list(4)))
    await table()
    expect(screen.getByRole('link', { name: 'Buy 3 more licenses' }).getAttribute('href')).toBe(
      '/subscription/card',
    )
    expect(screen.getByText('€35.70 a month, including VAT')).toBeTruthy()
  })

  test('offers none to others, nor where none are missing', async () => {
    fakeServer(team(1))
    open()
    await choose(csv(list(4)))
    await table()
    expect(screen.queryByRole('link', { name: /Buy/ })).toBeNull()
  })

  test('can show only the skipped rows', async () => {
    fakeServer(team())
    open()
    await choose(csv('Name,Email\nAda,ada@example.org\nKnown,known@example.org'))
    expect(await table()).toHaveLength(2)
    await userEvent.click(screen.getByLabelText('Show only what is left out'))
    expect(await table()).toHaveLength(1)
  })

  test('offers nothing to add without a valid row', async () => {
    fakeServer(team())
    const onRows = open()
    await choose(csv('Name,Email\nKnown,known@example.org'))
    expect(await table()).toHaveLength(1)
    expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Choose another file' }))
    expect(screen.getByLabelText(/Choose a CSV file/)).toBeTruthy()
    expect(onRows).not.toHaveBeenCalled()
  })

  test('takes a file that is dropped', async () => {
    fakeServer(team())
    open()
    const file = csv('Ada,ada@example.org')
    fireEvent.drop(screen.getByText('Choose a CSV file'), { dataTransfer: { files: [file] } })
    expect(await table()).toEqual([
      ['1', 'Adaada@example.org', 'ada@example.org', 'Will be added', 'Notify Ada by email'],
    ])
    expect(screen.getByText('Every row can be added.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Add one user to the table' })).toBeTruthy()
  })
})

describe('files of spreadsheet programs', () => {
  const utf8 = (text: string) => new TextEncoder().encode(text)
  const utf16 = (text: string) =>
    new Uint8Array([
      0xff,
      0xfe,
      ...[...text].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]),
    ])
  const windows = (text: string) => new Uint8Array([...text].map((letter) => letter.charCodeAt(0)))
  const mac = (text: string) =>
    new Uint8Array([...text].map((letter) => ({ ö: 0x9a, ü: 0x9f, ß: 0xa7 })[letter] ?? letter.charCodeAt(0)))
  const people = 'Name;Email\r\nJörg Müßig;joerg@example.org\r\n'

  test.each([
    ['UTF-8', utf8(people)],
    ['UTF-8 with a mark', utf8(`\uFEFF${people}`)],
    ['UTF-16', utf16(people.replaceAll(';', '\t'))],
    ['Windows-1252', windows(people)],
    ['Mac OS Roman', mac(people)],
    ['commas and quotes', utf8('"Name","Email"\n"Jörg Müßig","joerg@example.org"')],
    ['a separator in its first row', utf8(`sep=;\r\n${people}`)],
  ])('are read: %s', async (_, bytes) => {
    const server = fakeServer(team())
    open()
    await choose(csv(bytes))
    expect((await table())[0]?.slice(1, 3)).toEqual(['Jörg Müßigjoerg@example.org', 'joerg@example.org'])
    expect(
      server.requests.flatMap((request) => (request.name === 'previewUsers' ? asked(request) : [])),
    ).toEqual([{ name: 'Jörg Müßig', email: 'joerg@example.org' }])
  })
})

describe('the columns of a file', () => {
  const google =
    'First Name [Required],Last Name [Required],Email Address [Required],Recovery Email\nAda,Byron,ada@firma.example,ada@home.example\n'
  const chosen = (name: string) => {
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name })
    return select.selectedOptions[0]?.textContent
  }

  test('are shown as they were read, and can be changed', async () => {
    fakeServer(team())
    open()
    await choose(csv(google))
    expect((await table())[0]?.slice(1, 3)).toEqual(['Ada Byronada@firma.example', 'ada@firma.example'])
    expect(chosen('Name or first name')).toBe('First Name [Required]')
    expect(chosen('Last name, if it has a column of its own')).toBe('Last Name [Required]')
    expect(chosen('Email')).toBe('Email Address [Required]')
    expect(screen.queryByRole('combobox', { name: 'Encoding of the file' })).toBeNull()
    const email = screen.getByRole('combobox', { name: 'Email' })
    await userEvent.selectOptions(email, 'Recovery Email')
    expect(document.activeElement).toBe(email)
    await waitFor(async () => expect((await table())[0]?.[2]).toBe('ada@home.example'))
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: 'Last name, if it has a column of its own' }),
      'None',
    )
    await waitFor(async () => expect((await table())[0]?.[1]).toBe('Adaada@home.example'))
  })

  test('without headings are named as a spreadsheet program does', async () => {
    fakeServer(team())
    open()
    await choose(csv('Ada,ada@example.org'))
    await table()
    expect([chosen('Name or first name'), chosen('Email')]).toEqual(['Column A', 'Column B'])
  })

  test('in another encoding are read again, and suspicious text is shown', async () => {
    fakeServer(team())
    open()
    // "Łukasz" as saved by Windows in Poland
    await choose(
      csv(
        new Uint8Array([
          ...new TextEncoder().encode('Name,Email\n'),
          0xa3,
          ...new TextEncoder().encode('ukasz,l@example.org\n'),
        ]),
      ),
    )
    await table()
    expect(chosen('Encoding of the file')).toBe('Windows (1252)')
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: 'Encoding of the file' }),
      'Windows (1250)',
    )
    await waitFor(async () => expect((await table())[0]?.[1]).toBe('Łukaszl@example.org'))
    expect(screen.queryByRole('alert')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Choose another file' }))
    await choose(csv('Name,Email\nJÃ¶rg MÃ¼ÃŸig,j@example.org'))
    expect((await screen.findByRole('alert')).textContent).toBe(
      '"JÃ¶rg" looks as if the file were not in Unicode (UTF-8). Please choose another encoding, or save the file again as CSV UTF-8.',
    )
  })
})

describe('a large file', () => {
  test('is checked in parts, with its progress, and compared as a whole', async () => {
    const waiting: (() => void)[] = []
    const { previewUsers } = team(150)
    const server = fakeServer({
      previewUsers: async (request) => {
        await new Promise<void>((go) => waiting.push(go))
        return previewUsers(request)
      },
    })
    open()
    await choose(csv(`${list(250)}\nLast,p0@example.org`))
    const bar = await screen.findByRole('progressbar', { name: 'Checking the rows' })
    expect(bar.getAttribute('aria-valuenow')).toBe('0')
    for (const percent of ['40', '80']) {
      await waitFor(() => expect(waiting).toHaveLength(1))
      waiting.pop()?.()
      await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe(percent))
    }
    await waitFor(() => expect(waiting).toHaveLength(1))
    waiting.pop()?.()
    const rows = await table()
    expect(server.asked('previewUsers').map((request) => asked(request).length)).toEqual([100, 100, 50])
    const fates = rows.map(([, , , fate]) => fate)
    const of = (fate: string) => fates.filter((one) => one === fate).length
    expect(of('Will be added')).toBe(150)
    expect(of('All licenses of this account are in use.')).toBe(100)
    expect(of('This email stands above already.')).toBe(1)
    // skipped rows come first
    expect(fates.indexOf('Will be added')).toBe(101)
  })

  test('can be given up', async () => {
    fakeServer({ previewUsers: () => new Promise<never>(() => undefined) })
    const onRows = open()
    await choose(csv(list(3)))
    await screen.findByRole('progressbar', { name: 'Checking the rows' })
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(screen.getByLabelText(/Choose a CSV file/)).toBeTruthy()
    expect(onRows).not.toHaveBeenCalled()
  })
})

describe('a file that can not be imported', () => {
  test.each([
    ['nothing in it', csv(''), 'There is nothing in this file.'],
    ['headings alone', csv('Name,Email'), 'There is nothing in this file.'],
    [
      'no addresses',
      csv('Name,Phone\nAda,0123'),
      'No column with emails was found in this file. Please give the columns the headings Name and Email.',
    ],
    [
      'a spreadsheet itself',
      csv(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 8])),
      'This file can not be read. Please save it as a CSV file.',
    ],
    ['too many rows', csv(list(1001)), 'This file has 1001 rows. Please split it into files of up to 1,000.'],
    [
      'too many bytes',
      csv('x'.repeat(5_000_001)),
      'This file is too large. Please split it into files of up to 5 MB.',
    ],
  ])('is reported to have %s', async (_, file, sentence) => {
    const server = fakeServer(team())
    open()
    await choose(file)
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
    expect(server.requests).toEqual([])
  })

  test('because the server does not answer can be chosen again', async () => {
    let reachable = false
    const { previewUsers } = team()
    fakeServer({
      previewUsers: (request) =>
        reachable ? previewUsers(request) : problem('unavailable', 'The service is not available.'),
    })
    open()
    await choose(csv(list(1)))
    expect((await screen.findByRole('alert')).textContent).toBe('The service is not available.')
    reachable = true
    await choose(csv(list(1)))
    expect(await table()).toHaveLength(1)
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

const threeUsers: UsersQuote = {
  quoteId: 'quote-1',
  paidUsersBefore: 1,
  paidUsersAfter: 3,
  dueNowCents: 1190,
  creditCents: 0,
  nextTotalCents: 3570,
  interval: { value: 1, unit: 'm' },
  nextAt: '2026-12-20T23:00:00.000Z',
  expiresAt: '2026-11-21T10:10:00.000Z',
  vat: { basisPoints: 1900, reverseCharge: false },
}

test.each([
  [
    'is charged at once',
    {},
    'Saving these 2 users costs €11.90 gross now, and all users together €35.70 gross every month from then on.',
  ],
  [
    'changes at the next charge only',
    { dueNowCents: 0 },
    'Saving these 2 users costs nothing now. From 21. December, 2026 on, all users together cost €35.70 gross every month.',
  ],
  ['is paid once', { interval: null }, 'Saving these 2 users costs €11.90 gross.'],
  [
    'is none, and nothing follows',
    { dueNowCents: 0, nextTotalCents: 0 },
    'Saving these 2 users costs nothing.',
  ],
] as const)(
  'the price that %s is shown before anything is added, and only for new users',
  async (_, change, sentence) => {
    fakeServer(team())
    const priceOf = vi.fn(async () => ({ ...threeUsers, ...change }))
    const onRows = open(priceOf)
    await choose(csv('Name,Email\nAda,ada@example.org\nKnown,known@example.org\nBo,bo@example.org'))
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(priceOf).toHaveBeenCalledWith(2, expect.any(AbortSignal))
    expect(onRows).not.toHaveBeenCalled()
  },
)
