import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { CheckedList, PeopleImport } from '#contract/desk/moving-in.ts'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { Component as MovingInPage } from './moving-in-page.tsx'

const id = '0e000000-0000-4000-8000-000000000001'
const checked: CheckedList = {
  id,
  good: 4_800,
  bad: 200,
  withAccess: 4_000,
  withConsent: 1,
  withCard: 0,
  people: [
    {
      row: 2,
      name: 'Ada King',
      email: 'ada@old.example',
      seats: 3,
      until: '2027-01-31',
      language: 'de',
      consentOn: null,
    },
  ],
  faults: [{ row: 7, email: 'nobody', fault: 'email-invalid' }],
}
const done: PeopleImport = {
  id,
  file: 'members.csv',
  state: 'done',
  startedAt: '2026-11-26T10:00:00.000Z',
  added: 4_800,
  invited: 0,
  ordered: 0,
  uninvited: 4_800,
  waiting: 0,
  refused: 200,
  cards: 0,
  firstCharge: null,
  oldEnded: false,
  cardsTaken: 0,
  cardsLeft: 0,
  undoUntil: '2126-11-27T10:00:00.000Z',
  keptCount: 0,
  kept: [],
}
const open = () => show(<MovingInPage />, { at: '/admin/people/import', session: adminSession })
const give = async (text: string | Uint8Array<ArrayBuffer>, name = 'people.csv') => {
  const file = new File([text], name, { type: 'text/csv' })
  await userEvent.upload(screen.getByLabelText(/Choose a CSV file/), file)
}
const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name })
const chosen = (name: string) => select(name).selectedOptions[0]?.textContent
const none = () => ({ status: 200 as const, body: { imports: [] } })

test('a list is read, its columns are shown and changed, checked and imported', async () => {
  const server = fakeServer({
    peopleImports: none,
    checkPeopleList: () => ({ status: 200, body: checked }),
    importPeople: () => ({ status: 200, body: { status: 'ok' } }),
  })
  open()
  await give('Vorname;Nachname;E-Mail;Bezahlt bis;Seit\nAda;King;ada@old.example;31.01.2027;x\n')
  expect(await screen.findByText('people.csv: 1 row')).not.toBeNull()
  expect(
    ['Email', 'Name or first name', 'Last name, if separate', 'Paid until', 'Number of users'].map(chosen),
  ).toEqual(['E-Mail', 'Vorname', 'Nachname', 'Bezahlt bis', 'None'])
  await userEvent.selectOptions(select('Number of users'), 'Seit')
  await userEvent.selectOptions(select('Last name, if separate'), 'None')
  await userEvent.click(screen.getByRole('button', { name: 'Check the list' }))
  expect(
    await screen.findByText(
      '4800 people can be imported, 4000 with paid access, 1 with consent to the newsletter',
    ),
  ).not.toBeNull()
  expect(server.asked('checkPeopleList').at(-1)?.body).toEqual({
    file: 'people.csv',
    language: 'en',
    mapping: { email: 2, name: 0, until: 3, seats: 4 },
    columns: ['Vorname', 'Nachname', 'E-Mail', 'Bezahlt bis', 'Seit'],
    rows: [{ row: 2, cells: ['Ada', 'King', 'ada@old.example', '31.01.2027', 'x'] }],
  })
  expect(screen.getByText('This is not an email address.')).not.toBeNull()
  expect(screen.getByRole('link', { name: /All rows with errors/ }).getAttribute('href')).toBe(
    `/api/admin/people/import/${id}/errors.csv`,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Import 4800 people' }))
  await userEvent.type(await screen.findByLabelText('current password'), 'secret{Enter}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Check the list' })).toBeNull())
  expect(server.asked('importPeople').at(-1)?.body).toEqual({ id, password: 'secret' })
})

test('another choice of columns takes the result of the check away', async () => {
  fakeServer({ peopleImports: none, checkPeopleList: () => ({ status: 200, body: checked }) })
  open()
  await give('email,a\nada@old.example,1\n')
  await userEvent.click(await screen.findByRole('button', { name: 'Check the list' }))
  await screen.findByRole('button', { name: 'Import 4800 people' })
  await userEvent.selectOptions(select('Number of users'), 'a')
  expect(screen.queryByRole('button', { name: 'Import 4800 people' })).toBeNull()
})

test('the members of a Ghost site are known by name', async () => {
  fakeServer({ peopleImports: none })
  open()
  await give(
    'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at\n1,ada@old.example,Ada,,true,false,cus_1,2025-01-01\n',
  )
  expect(await screen.findByText(/members of a Ghost site/)).not.toBeNull()
  expect(['Gets the newsletter', 'Agreed to it on'].map(chosen)).toEqual(['subscribed_to_emails', 'None'])
})

const utf16 = (text: string) =>
  new Uint8Array([
    0xff,
    0xfe,
    ...[...text].flatMap((sign) => [sign.charCodeAt(0) & 0xff, sign.charCodeAt(0) >> 8]),
  ])
const latin = (text: string) => new Uint8Array([...text].map((sign) => sign.charCodeAt(0)))

test.each<[string, string | Uint8Array<ArrayBuffer>]>([
  ['UTF-8 with a byte order mark, semicolons and CRLF', '\uFEFFName;E-Mail\r\nZoë;zoe@old.example\r\n'],
  ['tabs and CR', 'E-Mail\tName\rzoe@old.example\tZoë\r'],
  ['UTF-16', utf16('Name,E-Mail\nZoë,zoe@old.example\n')],
  ['Windows-1252', latin('Name,E-Mail\nZoë,zoe@old.example\n')],
  ['a line break in quotes', 'E-Mail,Name,Note\nzoe@old.example,Zoë,"one\r\ntwo"\n'],
])('a list is read: %s', async (_, text) => {
  const server = fakeServer({ peopleImports: none, checkPeopleList: () => ({ status: 200, body: checked }) })
  open()
  await give(text)
  await userEvent.click(await screen.findByRole('button', { name: 'Check the list' }))
  type Sent = { rows: { cells: string[] }[]; mapping: { email: number; name: number } }
  const { rows, mapping } = (server.asked('checkPeopleList')[0] as { body: unknown }).body as Sent
  expect(rows.map(({ cells }) => [cells[mapping.name], cells[mapping.email]])).toEqual([
    ['Zoë', 'zoe@old.example'],
  ])
})

test.each<[string, string | Uint8Array<ArrayBuffer>, RegExp]>([
  ['10 MB', 'a'.repeat(10_000_000), /too large/],
  ['one line of 4 MB', `email,note\nada@old.example,${'x'.repeat(4_000_000)}`, /Row 2 has a cell/],
  ['1,000 columns', `email${',x'.repeat(999)}\nada@old.example\n`, /1000 columns/],
  ['5,001 rows', `email\n${'a@old.example\n'.repeat(5_001)}`, /5001 rows/],
  ['U+0000', new Uint8Array([0x61, 0, 0x62]), /can not be read/],
  ['no addresses', 'a,b\n1,2\n', /No column with emails/],
])('a file that is none is refused: %s', async (_, text, sentence) => {
  fakeServer({ peopleImports: none })
  open()
  await give(text)
  expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
  expect(screen.queryByRole('button', { name: 'Check the list' })).toBeNull()
})

test('imports are listed, and undone with the password; who stays is named', async () => {
  let state: Partial<PeopleImport> = {}
  const server = fakeServer({
    peopleImports: () => ({ status: 200, body: { imports: [{ ...done, ...state }] } }),
    undoPeopleImport: () => {
      const kept = [{ accountId: id, name: 'Ada King', reason: 'logged-in' as const }]
      state = { state: 'undone', added: 1, refused: 0, keptCount: 1, kept }
      return { status: 200, body: { status: 'ok' } }
    },
  })
  open()
  const row = (await screen.findByRole('rowheader', { name: 'members.csv' })).closest('tr') as HTMLElement
  expect(within(row).getByRole('link', { name: '200 (CSV)' })).not.toBeNull()
  await userEvent.click(within(row).getByRole('button', { name: 'Undo the import of members.csv' }))
  await userEvent.type(await screen.findByLabelText('current password'), 'secret{Enter}')
  expect(await screen.findByText('1 person stays after undoing members.csv')).not.toBeNull()
  expect(screen.getByRole('link', { name: 'Ada King' }).parentElement?.textContent).toBe(
    'Ada King, logged in',
  )
  expect(server.asked('undoPeopleImport').at(-1)?.body).toEqual({ id, password: 'secret' })
  expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull()
})

test('invitations are counted, and sent to a few or all with the password', async () => {
  let invited = 0
  const server = fakeServer({
    peopleImports: () => ({
      status: 200,
      body: { imports: [{ ...done, invited, uninvited: 4_800 - invited }] },
    }),
    invitePeople: () => {
      invited = 10
      return { status: 200, body: { status: 'ok' } }
    },
  })
  open()
  expect(await screen.findByText('4800 people can be invited')).not.toBeNull()
  const field = screen.getByRole('textbox', { name: 'Number of invitations' })
  expect((field as HTMLInputElement).value).toBe('4800')
  await userEvent.clear(field)
  await userEvent.type(field, '4801')
  expect(screen.getByText('Please enter a number from 1 to 4800.')).not.toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Send invitations' }))
  expect(screen.queryByLabelText('current password')).toBeNull()
  await userEvent.clear(field)
  await userEvent.type(field, '10')
  await userEvent.click(screen.getByRole('button', { name: 'Send invitations' }))
  expect(await screen.findByText('10 mails, the last within a minute')).not.toBeNull()
  await userEvent.type(await screen.findByLabelText('current password'), 'secret{Enter}')
  expect(await screen.findByText('10 people were invited')).not.toBeNull()
  expect(server.asked('invitePeople').at(-1)?.body).toEqual({ id, count: 10, password: 'secret' })
  expect((screen.getByRole('textbox', { name: 'Number of invitations' }) as HTMLInputElement).value).toBe(
    '4790',
  )
})

test('an import cannot be undone after its day', async () => {
  fakeServer({
    peopleImports: () => ({
      status: 200,
      body: { imports: [{ ...done, undoUntil: '2020-01-01T00:00:00.000Z' }] },
    }),
  })
  open()
  await screen.findByRole('rowheader', { name: 'members.csv' })
  expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull()
})

test('cards are taken over once the admin says that the old subscriptions have ended', async () => {
  let oldEnded = false
  const cards = { ...done, cards: 2, firstCharge: '2026-12-05T23:00:00.000Z' }
  const taken = { ...done, oldEnded: true, cardsTaken: 1, cardsLeft: 1 }
  const server = fakeServer({
    peopleImports: () => ({ status: 200, body: { imports: [oldEnded ? taken : cards] } }),
    takeOverCards: () => {
      oldEnded = true
      return { status: 200, body: { status: 'ok' } }
    },
  })
  open()
  expect(await screen.findByText(/2 people have a card. Nobody is charged before/)).not.toBeNull()
  expect(screen.getByText(/The first charge is due on/)).not.toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'The old subscriptions have ended' }))
  await userEvent.type(await screen.findByLabelText('current password'), 'secret{Enter}')
  expect(await screen.findByText('1 card was taken over.')).not.toBeNull()
  expect(screen.getByText(/1 person is not charged here/)).not.toBeNull()
  expect(screen.queryByRole('button', { name: 'The old subscriptions have ended' })).toBeNull()
  expect(server.asked('takeOverCards').at(-1)?.body).toEqual({ id, password: 'secret' })
})

test('a list with prices says whether they hold VAT', async () => {
  const server = fakeServer({
    peopleImports: none,
    checkPeopleList: () => ({ status: 200, body: { ...checked, withCard: 3 } }),
  })
  open()
  await give('email,stripe_customer_id,next_charge,price\nada@old.example,cus_1,2027-01-31,10\n')
  await screen.findByText('people.csv: 1 row')
  expect(['Customer at Stripe', 'Next charge on', 'Price of a period'].map(chosen)).toEqual([
    'stripe_customer_id',
    'next_charge',
    'price',
  ])
  await userEvent.selectOptions(select('Prices of the file'), 'without VAT')
  await userEvent.click(screen.getByRole('button', { name: 'Check the list' }))
  expect(await screen.findByText(/3 with a card/)).not.toBeNull()
  expect(server.asked('checkPeopleList').at(-1)?.body).toMatchObject({ prices: 'net' })
})
