import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { PersonRow } from '#contract/desk/people.ts'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { Component as PeoplePage } from './people-page.tsx'

const ada: PersonRow = {
  accountId: '0a000000-0000-4000-8000-000000000001',
  name: 'Ada King',
  email: 'ada@example.org',
  confirmed: false,
  contractNumber: '0123456789012',
  status: 'active',
  payment: 'trouble',
  users: 2,
  seats: 5,
  since: '2026-01-31T23:30:00.000Z',
  until: '2026-12-01T10:00:00.000Z',
  pausedFrom: '2026-11-01T10:00:00.000Z',
  revenueCents: 123_450,
  lastSeenAt: null,
  language: 'de',
  foundBy: 'vat-id',
}
const answer = (more = false) => ({ status: 200 as const, body: { count: 23, more, people: [ada] } })
const open = (at = '/admin/people') => show(<PeoplePage />, { at, session: adminSession })

/** What was asked for last. */
const asked = (server: ReturnType<typeof fakeServer>) =>
  Object.fromEntries(server.asked('people').at(-1)?.query ?? [])

test('each account is a row that leads to it, with its money and days', async () => {
  fakeServer({ people: () => answer() })
  open()
  const row = (await screen.findByRole('rowheader', { name: /Ada King/ })).closest('tr') as HTMLElement
  expect(within(row).getByRole('link', { name: 'Ada King' }).getAttribute('href')).toBe(
    `/admin/account/view/${ada.accountId}`,
  )
  expect(row.textContent).toContain('ada@example.org [unconfirmed]')
  expect(row.textContent).toContain('VAT ID')
  const cells = within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
  // the day in Berlin has begun
  expect(cells).toEqual([
    'ActivePaused from 2026-11-01Payment is open',
    '2 of 5',
    '2026-02-01',
    '2026-12-01',
    '€1,234.50',
    '',
    'Deutsch',
  ])
  expect(screen.getByText('23 accounts')).toBeTruthy()
})

test('search, filters, order and page are the address, and those of the file', async () => {
  const server = fakeServer({ people: () => answer(true) })
  open('/admin/people?query=ost&status=active&payment=trouble&language=de&sort=-until&page=2')
  await screen.findByRole('link', { name: 'Ada King' })
  const filter = { search: 'ost', status: 'active', payment: 'trouble', language: 'de' }
  expect(asked(server)).toEqual({ ...filter, sort: 'until', descending: 'yes', page: '1' })
  expect(screen.getByText('There are more matches than are listed. Type more.')).toBeTruthy()
  const file = screen.getByRole('link', { name: /CSV/ }).getAttribute('href') ?? ''
  expect(Object.fromEntries(new URL(file, 'http://here').searchParams)).toEqual(filter)
  await userEvent.selectOptions(screen.getByLabelText('Status'), '')
  await waitFor(() =>
    expect(screen.getByTestId('address').textContent).toBe(
      '/admin/people?query=ost&payment=trouble&language=de&sort=-until',
    ),
  )
})

test('an address with values that mean nothing shows everybody', async () => {
  const server = fakeServer({ people: () => answer() })
  open('/admin/people?status=toString&payment=no&language=fr&sort=password')
  await screen.findByRole('link', { name: 'Ada King' })
  expect(asked(server)).toEqual({})
})

test('the columns that sort do so from the first page on', async () => {
  const server = fakeServer({ people: () => answer() })
  open('/admin/people?page=2')
  await userEvent.click(await screen.findByRole('button', { name: 'Name' }))
  await waitFor(() => expect(asked(server)).toEqual({ sort: 'name', descending: 'no' }))
})
