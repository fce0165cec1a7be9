import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Invoice } from '#contract/billing/billing.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { InvoiceList } from './invoice-list.tsx'

const invoice: Invoice = {
  id: 'i1',
  number: '2026-000011',
  issuedOn: '2026-11-21',
  kind: 'invoice',
  netCents: 3000,
  vatCents: 570,
  grossCents: 3570,
  eInvoice: false,
}
const creditNote: Invoice = {
  ...invoice,
  id: 'i2',
  number: '2026-000012',
  kind: 'credit-note',
  corrects: '2026-000011',
}

function open(invoices: Invoice[]) {
  fakeServer({
    invoices: ({ query }) => {
      const first = Number(query.get('page')) * 10
      return { status: 200, body: { count: invoices.length, invoices: invoices.slice(first, first + 10) } }
    },
  })
  show(<InvoiceList />)
}
const row = async (number: string) => within(await screen.findByRole('row', { name: new RegExp(number) }))

test('an invoice has its day, number, amount and file', async () => {
  open([invoice])
  const found = await row('2026-000011')
  expect(found.getAllByText('21. November, 2026')).toBeTruthy()
  expect(found.getByText('€35.70')).toBeTruthy()
  expect(found.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/api/invoices/i1.pdf',
  ])
})

test('there are ten on a page', async () => {
  open(Array.from({ length: 11 }, (_, n) => ({ ...invoice, id: `i${n}`, number: `2026-${100 + n}` })))
  expect(await screen.findAllByRole('rowheader')).toHaveLength(10)
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await vi.waitFor(() =>
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      '2026-11021. November, 2026',
    ]),
  )
})

test('one to a company is there as e-invoice as well', async () => {
  open([{ ...invoice, eInvoice: true }])
  const links = (await row('2026-000011')).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['PDF 2026-000011', '/api/invoices/i1.pdf'],
    ['XML 2026-000011', '/api/invoices/i1.xml'],
  ])
})

test.each([3570, -3570])(
  'a credit note of %i gives money back, and names the invoice',
  async (grossCents) => {
    open([{ ...creditNote, grossCents }])
    const found = await row('2026-000012')
    expect(found.getByText('−€35.70')).toBeTruthy()
    expect(found.getByText('Credit note for 2026-000011')).toBeTruthy()
  },
)

test('reports an empty list', async () => {
  open([])
  expect(await screen.findByText('There are no invoices yet.')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

test('shows why they cannot be read, and retries', async () => {
  let isDown = true
  fakeServer({
    invoices: () =>
      isDown ? problem('forbidden', 'Not now.') : { status: 200, body: { count: 1, invoices: [invoice] } },
  })
  show(<InvoiceList />)
  expect((await screen.findByRole('alert')).textContent).toBe('Not now.')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await row('2026-000011')).toBeTruthy()
})
