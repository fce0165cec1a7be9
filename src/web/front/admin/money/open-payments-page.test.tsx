import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { OpenPayments } from '#contract/admin/admin-payment-calls.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { Component as OpenPaymentsPage } from './open-payments-page.tsx'

const at = '2026-11-20T10:00:00.000Z'
const of = { kind: 'account', id: 'a1', name: 'Firma Ost' } as const
const charge = {
  id: '00000000-0000-4000-8000-00000000000a',
  of,
  cents: 1190,
  state: 'needs-action',
  provider: 'stripe',
  ref: 'pi_1',
  since: at,
  askedAt: at,
  isGivenUp: false,
  mayGiveUp: true,
} as const
const nothing: OpenPayments = {
  zone: 'Europe/Berlin',
  charges: { count: 0, items: [] },
  disputes: { count: 0, items: [] },
  comparisons: [],
  events: { count: 0, items: [] },
}
const dispute = { ref: 'dp_1', of: null, provider: 'stripe', cents: 11424, since: at, dueAt: null, url: null }
const event = {
  id: 'stripe evt_1',
  provider: 'stripe',
  type: 'charge.refunded',
  receivedAt: at,
  attempts: 3,
  nextAt: at,
  error: 'Error: out of order',
}
const everything: OpenPayments = {
  ...nothing,
  charges: {
    count: 2,
    items: [
      charge,
      {
        ...charge,
        id: 'b',
        of: { kind: 'order', id: 'o1', name: 'K7M2P9QX' },
        state: 'unknown',
        mayGiveUp: false,
      },
    ],
  },
  disputes: {
    count: 103,
    items: [
      {
        ...dispute,
        of,
        dueAt: '2026-12-01T23:30:00.000Z',
        url: 'https://dashboard.stripe.com/disputes/dp_1',
      },
      { ...dispute, ref: 'dp_2' },
    ],
  },
  comparisons: [
    {
      provider: 'stripe',
      since: at,
      at,
      outcome: 'differs',
      charges: 4,
      refunds: 1,
      differences: [{ kind: 'charge-missing', ref: 'pi_9', cents: 1190 }],
    },
  ],
  events: { count: 1, items: [event] },
}

const open = () => show(<OpenPaymentsPage />, { session: adminSession, at: '/admin/money/open', path: '*' })
const cells = (table: string, row: number) => {
  const rows = within(screen.getByRole('region', { name: table })).getAllByRole('row')
  return [...(rows[row]?.children ?? [])].map(({ textContent }) => textContent)
}

test('without anything open each list says so', async () => {
  fakeServer({ openPayments: () => ({ status: 200, body: nothing }) })
  open()
  expect(await screen.findByText('The outcome of every charge is known.')).toBeTruthy()
  expect(screen.getByText('No payment is disputed.')).toBeTruthy()
  expect(screen.getByText('They have not been compared yet.')).toBeTruthy()
  expect(screen.getByText('All messages of the payment providers were worked through.')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

test('all that is open stands with its owner, its deadline in the zone of the seller, and its place', async () => {
  fakeServer({ openPayments: () => ({ status: 200, body: everything }) })
  open()
  expect((await screen.findAllByRole('link', { name: 'Firma Ost' }))[0]?.getAttribute('href')).toBe(
    '/admin/account/view/a1',
  )
  expect(cells('Charges in doubt', 1).slice(0, 3)).toEqual([
    'Firma Ost',
    '€11.90',
    'Waits for the card holder',
  ])
  expect(cells('Charges in doubt', 2)[2]).toBe('The answer was lost')
  expect(screen.getByRole('link', { name: /^Order / }).getAttribute('href')).toBe('/admin/order/view/o1')
  expect(cells('Disputes', 1).slice(1, 4)).toEqual(['€114.24', '20. November, 2026', '2. December, 2026'])
  expect(cells('Disputes', 2).slice(3)).toEqual(['Not known', 'dp_2'])
  expect(screen.getByText('101 more')).toBeTruthy()
  expect(screen.getByRole('link', { name: /^Answer at Stripe/ }).getAttribute('href')).toBe(
    'https://dashboard.stripe.com/disputes/dp_1',
  )
  expect(
    screen.getByText(/do not agree with those of this site. Compared: payments 4, refunds 1\./),
  ).toBeTruthy()
  expect(cells('Differences at Stripe', 1)).toEqual([
    'The provider does not have a payment of this site',
    'pi_9',
    '€11.90',
  ])
  expect(cells('Messages that fail', 1)[4]).toBe('Error: out of order')
})

test('a charge is asked about at once, and given up with the password; a message is worked through again', async () => {
  const sent: unknown[] = []
  const done = { status: 200, body: { status: 'ok' } } as const
  const note =
    (name: string) =>
    ({ body }: { body: unknown }) => {
      sent.push([name, body])
      return done
    }
  fakeServer({
    openPayments: () => ({ status: 200, body: everything }),
    askAboutCharge: note('ask'),
    giveUpCharge: note('give up'),
    repeatEvent: note('again'),
  })
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Ask again: €11.90 of Firma Ost' }))
  await waitFor(() => expect(sent).toEqual([['ask', { id: charge.id }]]))
  expect(screen.getAllByRole('button', { name: /^Give up/ })).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Give up: €11.90 of Firma Ost' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('If it was paid already, it counts as paid.')
  await userEvent.type(within(dialog).getByLabelText('current password'), 'nine warm lanterns{Enter}')
  await waitFor(() =>
    expect(sent.at(-1)).toEqual(['give up', { id: charge.id, password: 'nine warm lanterns' }]),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Again: charge.refunded' }))
  await waitFor(() => expect(sent.at(-1)).toEqual(['again', { id: 'stripe evt_1' }]))
})

test('what the server refuses is said', async () => {
  fakeServer({
    openPayments: () => ({ status: 200, body: everything }),
    askAboutCharge: () => problem('charge-settled', 'What became of this charge is known in the meantime.'),
  })
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Ask again: €11.90 of Firma Ost' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/known in the meantime/)
})
