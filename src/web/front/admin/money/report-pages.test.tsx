import { QueryClientProvider } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { newQueryClient } from '#web/platform/site/queries.ts'
import { Component as ComingPage } from './coming-renewals-page.tsx'
import { Component as CouponPage } from './coupon-money-page.tsx'
import { Component as SalesPage } from './coupon-sales-page.tsx'
import { Component as ForecastPage } from './forecast-page.tsx'

const open = (Page: ComponentType, at: string) =>
  show(
    <QueryClientProvider client={newQueryClient()}>
      <Page />
    </QueryClientProvider>,
    { session: adminSession, at },
  )
const rowOf = async (name: string, table: string) => {
  const region = await screen.findByRole('region', { name: table })
  const row = within(region).getByRole('rowheader', { name }).closest('tr')
  return {
    cells: [...(row?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent),
    links: [...(row?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href')),
  }
}

test('coupons and associates lead to their invoices, in a month or ever', async () => {
  const asked: string[] = []
  fakeServer({
    couponMoney: ({ query }) => {
      asked.push(query.toString())
      const associate = query.get('by') === 'associate'
      const row = { name: associate ? 'Acme' : 'SPRING', associate: associate ? null : 'Acme' }
      const brought = { customers: 2, firstCents: 1600, laterCents: -800 }
      return { status: 200, body: { count: 1, rows: [{ ...row, ...brought }], total: brought } }
    },
  })
  open(CouponPage, '/admin/money/coupons?month=2026-10')
  expect(await rowOf('SPRING', 'Coupons')).toEqual({
    cells: ['Acme', '2', '€16.00', '−€8.00', '€8.00'],
    links: [
      '/admin/coupon/view?query=SPRING',
      ...['&part=customer', '&part=first', '&part=later', ''].map(
        (part) => `/admin/money/coupon-sales?coupon=SPRING&month=2026-10${part}`,
      ),
    ],
  })
  expect(screen.getByText('In total €8.00 net, 2 new customers.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
    '/api/admin/money/coupons.csv?by=coupon&month=2026-10',
  )
  await userEvent.selectOptions(screen.getByLabelText('One row for each'), 'Associate')
  await userEvent.selectOptions(screen.getByLabelText('Month'), 'All')
  expect((await rowOf('Acme', 'Associates')).links.at(-1)).toBe('/admin/money/coupon-sales?associate=Acme')
  expect(asked).toEqual([
    'by=coupon&month=2026-10&page=0',
    'by=associate&month=2026-10&page=0',
    'by=associate&page=0',
  ])
})

test('the invoices with a coupon name their accounts, and which charge they are', async () => {
  fakeServer({
    couponSales: ({ query }) => {
      const sale = { kind: 'invoice', issuedOn: '2026-10-05', coupon: 'SPRING' } as const
      const sales = [
        {
          ...sale,
          id: 'i1',
          number: '2026-01',
          account: { id: 'a1', name: 'Ada' },
          isFirst: true,
          netCents: 800,
        },
        { ...sale, id: 'i2', number: '2026-02', account: null, isFirst: false, netCents: 900 },
      ]
      return { status: 200, body: query.get('part') ? { count: 0, sales: [] } : { count: 2, sales } }
    },
  })
  open(SalesPage, '/admin/money/coupon-sales?coupon=SPRING')
  const { cells, links } = await rowOf('2026-01', 'Invoices with a coupon')
  expect(cells).toEqual(['Invoice', '5. October, 2026', 'Ada', 'SPRING', 'First charge', '€8.00'])
  expect(links).toEqual(['/api/admin/money/invoice/i1/pdf', '/admin/account/view/a1'])
  expect((await rowOf('2026-02', 'Invoices with a coupon')).cells).toContain('Deleted account')
  await userEvent.selectOptions(screen.getByLabelText('Charge'), 'New customers')
  expect(await screen.findByText('There are no invoices of this kind in this period.')).toBeTruthy()
})

test('the forecast counts by months or weeks, and each number leads to its subscriptions', async () => {
  const none = { count: 0, cents: 0 }
  const row = {
    cancelled: { count: 1, cents: 900 },
    paused: none,
    trial: { count: 4, cents: 0 },
    granted: none,
  }
  fakeServer({
    renewalForecast: ({ query }) => ({
      status: 200,
      body: {
        zone: 'Europe/Berlin',
        from: '2026-11-21',
        to: '2027-02-18',
        waiting: 1,
        rows: [
          {
            ...row,
            day: query.get('by') === 'week' ? '2026-11-16' : '2026-11-01',
            renewed: { count: 3, cents: 3000 },
          },
        ],
      },
    }),
  })
  open(ForecastPage, '/admin/money/forecast')
  expect(await rowOf('Nov 2026', 'Renewals in 90 days')).toEqual({
    cells: ['3', '€30.00', '1', '€9.00', '0', '€0.00', '4', '0'],
    links: ['', '&kind=renewed', '&kind=cancelled', '&kind=trial'].map(
      (kind) => `/admin/money/renewals?from=2026-11-21&to=2026-11-30${kind}`,
    ),
  })
  expect(screen.getByText(/3 renewals for €30.00 net/)).toBeTruthy()
  expect(screen.getByText(/1 subscription has just changed/)).toBeTruthy()
  await userEvent.selectOptions(screen.getByLabelText('One row for each'), 'Week')
  expect((await rowOf('Week of 16 Nov 2026', 'Renewals in 90 days')).links[0]).toBe(
    '/admin/money/renewals?from=2026-11-21&to=2026-11-22',
  )
})

test('coming renewals name their accounts, by what happens', async () => {
  const asked: string[] = []
  fakeServer({
    comingRenewals: ({ query }) => {
      asked.push(query.toString())
      const account = { id: 'a1', name: 'Ada' }
      const one = {
        account,
        at: '2026-12-20T23:00:00.000Z',
        kind: 'renewed',
        netCents: 1000,
        seats: 2,
      } as const
      return { status: 200, body: query.get('kind') ? { count: 0, coming: [] } : { count: 1, coming: [one] } }
    },
  })
  open(ComingPage, '/admin/money/renewals?from=2026-12-01&to=2026-12-31')
  expect(await rowOf('Ada', 'Coming renewals')).toEqual({
    cells: ['21. December, 2026', 'Renewed', '2', '€10.00'],
    links: ['/admin/account/view/a1'],
  })
  await userEvent.selectOptions(screen.getByLabelText('What happens'), 'Grant ends')
  expect(await screen.findByText('No subscription is renewed or ends in this period.')).toBeTruthy()
  expect(asked[1]).toBe('from=2026-12-01&to=2026-12-31&kind=granted&page=0')
})
