import { QueryClientProvider } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import type { TaxReturn } from '#contract/admin/admin-books.ts'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { newQueryClient } from '#web/platform/site/queries.ts'
import { Component as InvoicesPage } from './invoices-page.tsx'
import { Component as TaxPage } from './tax-page.tsx'

const open = (Page: ComponentType, at: string) =>
  show(
    <QueryClientProvider client={newQueryClient()}>
      <Page />
    </QueryClientProvider>,
    { session: adminSession, at },
  )
const rowOf = async (name: string, table: string) => {
  const region = await screen.findByRole('region', { name: table })
  const header = within(region).getByRole('rowheader', { name })
  return [...(header.closest('tr')?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent)
}

test('invoices stand with their files, and a chosen month has its own', async () => {
  const asked: unknown[] = []
  fakeServer({
    findInvoices: ({ body }) => {
      asked.push(body)
      const invoice = {
        id: '00000000-0000-4000-8000-000000000001',
        number: '2026-000002',
        kind: 'credit-note',
        issuedOn: '2026-11-03',
        corrects: '2026-000001',
        replaces: null,
        buyer: 'Brightwater',
        accountId: null,
        netCents: -1000,
        vatCents: -190,
        grossCents: -1190,
        hasXml: true,
      } as const
      return { status: 200, body: { count: 1, invoices: [invoice] } }
    },
  })
  open(InvoicesPage, '/admin/money/invoices?month=2026-11')
  expect(await rowOf('2026-000002', 'Invoices')).toEqual([
    'Credit note for 2026-000001',
    '3. November, 2026',
    'Brightwater',
    '−€10.00',
    '−€1.90',
    '−€11.90',
    'XML 2026-000002',
  ])
  expect(screen.getByRole('link', { name: '2026-000002' }).getAttribute('href')).toBe(
    '/api/admin/money/invoice/00000000-0000-4000-8000-000000000001/pdf',
  )
  expect(screen.getByRole('link', { name: /ZIP/ }).getAttribute('href')).toBe(
    '/api/admin/money/invoices.zip?month=2026-11',
  )
  expect(screen.getByRole('link', { name: /^Payments/ }).getAttribute('href')).toBe(
    '/api/admin/money/payments.csv?from=2026-11-01&to=2026-11-30',
  )
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Invoice')
  await userEvent.selectOptions(screen.getByLabelText('Month'), 'All')
  expect(await screen.findByText('Choose a month to download its invoices and tables.')).toBeTruthy()
  expect(asked).toEqual([
    { query: '', page: 0, month: '2026-11' },
    { query: '', page: 0, month: '2026-11', kind: 'invoice' },
    { query: '', page: 0, kind: 'invoice' },
  ])
})

const declared: TaxReturn = {
  from: '2026-10-01',
  to: '2026-12-31',
  settings: null,
  cases: [
    { sale: 'home 1900', count: 2, netCents: 2000, vatCents: 380 },
    { sale: 'oss AT 2000', count: 1, netCents: 1000, vatCents: 200 },
  ],
  oss: {
    lines: [
      {
        supply: 'service',
        country: 'AT',
        rate: 'STANDARD',
        basisPoints: 2000,
        netCents: 1000,
        vatCents: 200,
      },
    ],
    corrections: [{ quarter: '2026-Q3', country: 'AT', vatCents: -100 }],
  },
  salesList: [{ vatId: 'ATU12345675', euros: 240, kind: 'S' }],
  faults: [
    { file: 'datev', kind: 'settings-missing', number: null, detail: '' },
    { file: 'sales-list', kind: 'vat-id-missing', number: '2026-000012', detail: '' },
  ],
  faultCount: 3,
}

test('what is declared stands with what has to be put right; a file without faults can be downloaded', async () => {
  const saved: unknown[] = []
  fakeServer({
    taxReturn: () => ({ status: 200, body: declared }),
    saveDatev: ({ body }) => {
      saved.push(body)
      return { status: 200, body: { status: 'ok' } }
    },
  })
  open(TaxPage, '/admin/money/tax?period=2026-Q4')
  expect(await rowOf('Austria', 'One Stop Shop return')).toEqual(['Service', '20 %', '€10.00', '€2.00'])
  expect(await rowOf('Quarter 3 of 2026', 'Corrections of earlier quarters')).toEqual(['Austria', '−€1.00'])
  expect(await rowOf('ATU12345675', 'EU sales list')).toEqual(['240', 'Service'])
  expect(await rowOf('Taxed in Austria, 20 %', 'Sales by their account')).toEqual(['1', '€10.00', '€2.00'])
  expect(screen.getByText('2026-000012 has reverse charge but no VAT ID.')).toBeTruthy()
  expect(screen.getAllByText('and 1 more').length).toBeGreaterThan(0)
  const downloads = screen.getAllByRole('link', { name: /^Download:/ })
  expect(downloads.map((link) => link.getAttribute('href'))).toEqual([
    '/api/admin/money/tax/oss.csv?period=2026-Q4',
  ])
  const type = async (label: string, text: string) => {
    await userEvent.clear(screen.getByLabelText(label))
    await userEvent.type(screen.getByLabelText(label), text)
  }
  await type('Consultant number (Berater)', '29098')
  await type('Client number (Mandant)', '55003')
  await type('Account of the customers', '10000')
  await type('Account: Taxed at home, 19 %', '8400')
  await userEvent.click(screen.getByRole('button', { name: 'Save numbers and accounts' }))
  expect(saved).toEqual([
    {
      consultant: 29098,
      client: 55003,
      yearStart: 1,
      accountLength: 4,
      chart: '03',
      customerAccount: '10000',
      locked: false,
      accounts: [
        { sale: 'home 1900', account: '8400', taxKey: '' },
        { sale: 'oss AT 2000', account: '', taxKey: '' },
      ],
    },
  ])
})
