import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { newQueryClient } from '#web/platform/site/queries.ts'
import { Component as ChangesPage } from './changes-page.tsx'
import { Component as CohortsPage } from './cohorts-page.tsx'
import { Component as MoneyPage } from './money-page.tsx'

const open = (Page: ComponentType, at: string) =>
  show(
    <QueryClientProvider client={newQueryClient()}>
      <Page />
    </QueryClientProvider>,
    { session: adminSession, at },
  )
const quarter = 'from=2026-10-01&to=2026-11-30'
const month = (day: string, netCents: number) => ({
  day,
  invoicedCents: netCents + 100,
  creditedCents: 100,
  netCents,
  vatCents: 190,
  receivedCents: 1190,
  refundedCents: 0,
  bridge: { start: 500, new: 1000, more: 0, fewer: -200, price: 0, lost: 0, free: 0 },
  monthlyCents: 1300,
  accounts: 2,
  seats: 3,
  newAccounts: 1,
  lostAccounts: 0,
  churn: 0.5,
})
const rowOf = async (name: string, table: string) => {
  const region = await screen.findByRole('region', { name: table })
  const header = within(region).getByRole('rowheader', { name })
  return [...(header.closest('tr')?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent)
}

test('revenue and recurring revenue stand by months, newest first, and lead to their rows', async () => {
  const asked: string[] = []
  fakeServer({
    moneyReport: ({ query }) => {
      asked.push(query.toString())
      const rows = [month('2026-10-01', 1000), month('2026-11-01', 2000)]
      return { status: 200, body: { zone: 'Europe/Berlin', since: '2026-10-05T00:00:00.000Z', rows } }
    },
  })
  open(MoneyPage, `/admin/money?${quarter}`)
  expect(await rowOf('Nov 2026', 'Revenue and payments')).toEqual([
    '€21.00',
    '€1.00',
    '€20.00',
    '€1.90',
    '€11.90',
    '€0.00',
  ])
  expect(await rowOf('Oct 2026', 'Monthly recurring revenue')).toEqual([
    '€5.00',
    '€10.00',
    '€0.00',
    '−€2.00',
    '€0.00',
    '€0.00',
    '€13.00',
    '2',
    '3',
    '50%',
  ])
  expect(screen.getAllByRole('link', { name: '€10.00' })[0]?.getAttribute('href')).toBe(
    '/admin/money/changes?from=2026-11-01&to=2026-11-30&step=new',
  )
  expect(screen.getByText(/Its history began on 5. October, 2026/)).toBeTruthy()
  expect(screen.getAllByText(/Days are those of Berlin/)).toHaveLength(2)
  expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
    `/api/admin/money/report.csv?${quarter}&by=month`,
  )
  expect(document.querySelectorAll('rect')).toHaveLength(4)
  await userEvent.selectOptions(screen.getByLabelText('One row for each'), 'Year')
  expect(await screen.findAllByRole('rowheader', { name: '2026' })).toHaveLength(4)
  expect(asked).toEqual([`${quarter}&by=month`, `${quarter}&by=year`])
})

test('the changes of a period stand with their accounts, by kind', async () => {
  const asked: string[] = []
  const change = {
    id: 1,
    account: { id: 'an-account', name: 'Brightwater' },
    at: '2026-11-03T11:00:00.000Z',
    step: 'more',
    phaseBefore: 'paid',
    phase: 'paid',
    monthlyCents: 3000,
    monthlyChange: 1000,
    paidSeats: 3,
    seatsChange: 1,
    freeSeats: 0,
  } as const
  fakeServer({
    moneyChanges: ({ query }) => {
      asked.push(query.toString())
      const changes = query.get('step') === 'lost' ? [] : [change, { ...change, id: 2, account: null }]
      return { status: 200, body: { count: changes.length, changes } }
    },
  })
  open(ChangesPage, `/admin/money/changes?${quarter}&step=more`)
  expect(await rowOf('Brightwater', 'Changes of subscriptions')).toEqual([
    '3. November, 2026',
    'More seats',
    'Paid',
    'Paid',
    '€10.00',
    '€30.00',
    '3 (+1)',
  ])
  expect(screen.getByRole('rowheader', { name: 'Deleted account' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Brightwater' }).getAttribute('href')).toBe(
    '/admin/account/view/an-account',
  )
  fireEvent.change(screen.getByLabelText('Kind of change'), { target: { value: 'lost' } })
  expect(await screen.findByText('Nothing changed in this period.')).toBeTruthy()
  expect(asked).toEqual([`${quarter}&step=more&page=0`, `${quarter}&step=lost&page=0`])
})

test('after a failure the report is asked for again', async () => {
  let isBroken = true
  fakeServer({
    moneyReport: () =>
      isBroken
        ? problem('forbidden', 'You may not.')
        : { status: 200, body: { zone: 'Europe/Berlin', since: null, rows: [month('2026-11-01', 2000)] } },
  })
  open(MoneyPage, `/admin/money?${quarter}`)
  expect((await screen.findByRole('alert')).textContent).toBe('You may not.')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await rowOf('Nov 2026', 'Revenue and payments')).toHaveLength(6)
  // without a history that began later there is no such column
  expect(await rowOf('Nov 2026', 'Monthly recurring revenue')).toHaveLength(9)
})

test('trials and customers kept stand by months, newest first, and lead to their rows', async () => {
  fakeServer({
    cohorts: () => ({
      status: 200,
      body: {
        zone: 'Europe/Berlin',
        since: null,
        cohorts: [
          { month: '2026-10-01', trialsEnded: 4, trialsPaid: 3, started: 3, kept: [3, 2] },
          { month: '2026-11-01', trialsEnded: 0, trialsPaid: 0, started: 0, kept: [0] },
        ],
      },
    }),
  })
  open(CohortsPage, `/admin/money/cohorts?${quarter}`)
  expect(await rowOf('Oct 2026', 'Trials')).toEqual(['4', '3', '75%'])
  expect(await rowOf('Nov 2026', 'Trials')).toEqual(['0', '0', '–'])
  expect(await rowOf('Oct 2026', 'Customers kept')).toEqual(['3', '3 100%', '2 67%'])
  expect(await rowOf('Nov 2026', 'Customers kept')).toEqual(['0', '', ''])
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  const rows = (to: string, step: string) => `/admin/money/changes?from=2026-10-01&to=${to}&step=${step}`
  expect(links).toContain(rows('2026-10-31', 'trial-ended'))
  expect(links).toContain(rows('2026-10-31', 'trial-paid'))
  expect(links).toContain(rows('2026-10-31', 'first'))
  expect(links).toContain(rows('2026-11-30', 'kept'))
  expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
    `/api/admin/money/cohorts.csv?${quarter}`,
  )
})
