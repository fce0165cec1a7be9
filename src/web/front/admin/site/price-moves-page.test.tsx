import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { PriceMove, PriceMovePreview } from '#contract/desk/price-move-calls.ts'
import { priceSets } from '#domain/pricing.ts'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { Component as MovePage } from './price-move-page.tsx'
import { Component as MovesPage } from './price-moves-page.tsx'

const id = '0f000000-0000-4000-8000-000000000000'
const accountId = '0f000000-0000-4000-8000-000000000001'
const move: PriceMove = {
  id,
  name: 'spring',
  startsAt: '2027-01-31T23:00:00.000Z',
  otherwise: 'end',
  orderedAt: '2026-11-21T10:00:00.000Z',
  stoppedAt: null,
  counts: { all: 12, waiting: 1, open: 2, agreed: 3, gone: 1, moved: 4, kept: 1, left: 0 },
}
const prices = {
  accountId,
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  users: 3,
  interval: { value: 1, unit: 'm' as const },
  oldCents: 3000,
  newCents: 3600,
}
const preview: PriceMovePreview = {
  plan: priceSets.launch,
  earliestDay: '2027-01-02',
  count: 12,
  oldMonthCents: 36_000,
  newMonthCents: 43_200,
  leftOut: { announced: 0, unpaid: 1, 'interval-not-sold': 0, 'same-price': 0, 'no-address': 0 },
  customers: [{ ...prices, nextAt: '2026-12-20T23:00:00.000Z' }],
}

function open(shown: Partial<PriceMovePreview> = {}) {
  const server = fakeServer({
    priceMoves: () => ({
      status: 200,
      body: { moves: [move], sets: ['spring', 'launch'], perHour: 500, earliestDay: '2027-01-02' },
    }),
    previewPriceMove: () => ({ status: 200, body: { ...preview, ...shown } }),
    orderPriceMove: () => ({ status: 200, body: { status: 'ok' } }),
    stopPriceMove: () => ({ status: 200, body: { status: 'ok' } }),
  })
  show(<MovesPage />, { at: '/admin/site/prices/customers', session: adminSession })
  return server
}
async function confirm() {
  await userEvent.type(await screen.findByLabelText(/password/i, { selector: 'input' }), 'the password')
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
}

test('prices are chosen, whom they concern is shown, and the order carries what was shown', async () => {
  const server = open()
  await userEvent.selectOptions(await screen.findByLabelText('New prices'), 'spring')
  expect(
    await screen.findByText(/12 customers are concerned: €360\.00 a month before, €432\.00/),
  ).toBeDefined()
  expect(screen.getByText(/renewal is not paid yet: 1/)).toBeDefined()
  const table = screen.getByRole('region', { name: 'Customers concerned' })
  expect(within(table).getByText('€36.00')).toBeDefined()
  await userEvent.click(screen.getByLabelText('the subscription ends before that renewal'))
  await userEvent.click(screen.getByRole('button', { name: 'Announce to these customers' }))
  await confirm()
  expect(server.asked('orderPriceMove')[0]?.body).toEqual({
    name: 'spring',
    plan: priceSets.launch,
    day: '2027-01-02',
    otherwise: 'end',
    password: 'the password',
  })
})

test('a day that is too early, and prices that concern nobody, cannot be sent', async () => {
  open({ count: 0, customers: [] })
  await userEvent.selectOptions(await screen.findByLabelText('New prices'), 'launch')
  expect(await screen.findByText('These prices change nothing for any customer.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Announce to these customers' })).toHaveProperty('disabled', true)
  await userEvent.clear(screen.getByLabelText('Renewals from'))
  await userEvent.type(screen.getByLabelText('Renewals from'), '2026-12-24')
  expect(screen.getByText('The day has to be at least 42 days from now.')).toBeDefined()
})

test('an announcement is stopped after the password', async () => {
  const server = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Stop “spring”' }))
  await confirm()
  expect(server.asked('stopPriceMove')[0]?.body).toEqual({ id, password: 'the password' })
})

test('the answers of an announcement are listed with their sentence', async () => {
  const answers = { announcedAt: move.orderedAt, mailedAt: move.orderedAt, agreedAt: move.orderedAt }
  fakeServer({
    priceMove: () => ({
      status: 200,
      body: {
        count: 1,
        move,
        customers: [{ ...prices, ...answers, state: 'agreed', words: 'I agree: €42.84.' }],
      },
    }),
  })
  show(<MovePage />, {
    at: `/admin/site/prices/customers/${id}`,
    path: '/admin/site/prices/customers/:id',
    session: adminSession,
  })
  expect(await screen.findByText('I agree: €42.84.')).toBeDefined()
  expect(screen.getByRole('link', { name: /CSV|file|Download/ }).getAttribute('href')).toBe(
    `/api/admin/site/price-moves/${id}/customers.csv`,
  )
})
