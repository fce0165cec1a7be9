import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { DeskOrder, FoundOrders } from '#contract/admin/admin-orders.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { Component as OrderListPage } from './order-list-page.tsx'
import { Component as OrderViewPage } from './order-view-page.tsx'

const id = '0c000000-0000-4000-8000-000000000000'

describe('the list of orders', () => {
  const row = (n: number): FoundOrders['orders'][number] => ({
    id: id.replace(/0$/, String(n)),
    number: `26110412345${n}`,
    state: 'paid',
    email: `buyer${n}@example.org`,
    placedAt: '2026-11-03T10:00:00Z',
    grossCents: 3213,
    names: ['Three months'],
  })
  const open = (at = '/admin/order/list') => show(<OrderListPage />, { session: adminSession, at })

  test('shows a page of them, with the way to each and to the next page', async () => {
    const server = fakeServer({
      findOrders: () => ({ status: 200, body: { count: 12, orders: [1, 2].map(row) } }),
    })
    open()
    const link = await screen.findByRole('link', { name: '2611 0412 3451' })
    expect(link.getAttribute('href')).toBe(`/admin/order/view/${row(1).id}`)
    expect(screen.getByText('12 orders')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(server.asked('findOrders').at(-1)?.body).toEqual({ query: '', page: 1 }))
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'Shipped')
    await waitFor(() =>
      expect(server.asked('findOrders').at(-1)?.body).toEqual({ query: '', page: 0, state: 'shipped' }),
    )
    await userEvent.type(screen.getByLabelText('Number or email'), 'ada{Enter}')
    await waitFor(() =>
      expect(server.asked('findOrders').at(-1)?.body).toEqual({ query: 'ada', page: 0, state: 'shipped' }),
    )
  })

  test('says so when none match, and when they could not be read', async () => {
    fakeServer({ findOrders: () => ({ status: 200, body: { count: 0, orders: [] } }) })
    const { unmount } = open('/admin/order/list?query=nobody')
    expect(await screen.findByText('0 orders')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
    unmount()
    fakeServer({ findOrders: () => problem('unavailable', 'The database is away.') })
    open()
    expect(await screen.findByText('The database is away.')).toBeTruthy()
  })
})

describe('an order', () => {
  const viewed = (more: Partial<DeskOrder> = {}, state: DeskOrder['order']['state'] = 'paid'): DeskOrder => ({
    order: {
      id,
      number: '261104123456',
      state,
      email: 'buyer@example.org',
      placedAt: '2026-11-03T10:00:00Z',
      lines: [],
      discount: null,
      shipping: null,
      taxes: [],
      netCents: 2700,
      vatCents: 513,
      grossCents: 3213,
      payment: null,
      transfer: null,
      vouchers: [],
      giftPictures: [],
      delivery: null,
    },
    accountId: null,
    name: 'Ada Lovelace',
    address: 'Ring 1\n10115 Berlin',
    country: 'DE',
    paidAt: '2026-11-03T10:00:01Z',
    packedAt: null,
    shippedAt: null,
    deliveredAt: null,
    closedAt: null,
    receivedOn: null,
    withdrawnAt: null,
    events: [],
    leftCents: 3213,
    documents: ['2026-000007'],
    ...more,
  })
  const open = () =>
    show(<OrderViewPage />, {
      session: adminSession,
      at: `/admin/order/view/${id}`,
      path: '/admin/order/view/:id',
    })
  const answerPrompt = async () => {
    await userEvent.type(await screen.findByLabelText('current password'), 'secret of the admin')
    await userEvent.keyboard('{Enter}')
  }

  test('is shipped with its tracking number, and asks for the password only when the server does', async () => {
    const server = fakeServer({
      deskOrder: () => ({ status: 200, body: viewed({ events: ['ship'] }, 'packed') }),
      moveOrder: ({ body }) =>
        (body as { password?: string }).password === undefined
          ? problem('password-required', 'Please enter your password.')
          : { status: 200, body: { status: 'ok' } },
    })
    open()
    await userEvent.type(await screen.findByLabelText('Tracking number'), ' 0034 ')
    await userEvent.click(screen.getByRole('button', { name: 'Shipped' }))
    expect(screen.queryByRole('alert')).toBeNull()
    await answerPrompt()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.asked('moveOrder').map(({ body }) => body)).toEqual([
      { id, event: 'ship', tracking: '0034' },
      { id, event: 'ship', tracking: '0034', password: 'secret of the admin' },
    ])
  })

  test('says what the server says when it has moved on', async () => {
    fakeServer({
      deskOrder: () => ({ status: 200, body: viewed({ events: ['pack'] }) }),
      moveOrder: () => problem('order-moved', 'This order has moved on.'),
    })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Packed' }))
    expect((await screen.findByRole('alert')).textContent).toBe('This order has moved on.')
  })

  test('is refunded whole unless a part is asked for, after the password', async () => {
    const server = fakeServer({
      deskOrder: () => ({ status: 200, body: viewed() }),
      refundOrder: () => ({ status: 200, body: { status: 'ok' } }),
    })
    open()
    const amount = await screen.findByLabelText<HTMLInputElement>('Amount in euros, with tax')
    expect(amount.value).toBe('32.13')
    const refund = screen.getByRole<HTMLButtonElement>('button', { name: 'Refund' })
    for (const wrong of ['32.14', '0', '', '1.234', 'x']) {
      await userEvent.clear(amount)
      if (wrong) await userEvent.type(amount, wrong)
      expect([wrong, refund.disabled]).toEqual([wrong, true])
    }
    await userEvent.clear(amount)
    await userEvent.type(amount, '10,5')
    await userEvent.click(refund)
    expect(within(screen.getByRole('dialog')).getByText(/This part goes back/)).toBeTruthy()
    await answerPrompt()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.asked('refundOrder').map(({ body }) => body)).toEqual([
      { id, grossCents: 1050, leftCents: 3213, password: 'secret of the admin' },
    ])
  })

  test('is refunded for pieces of its lines, at their worth or less, those that the buyer sends back first', async () => {
    const line = { kind: 'goods', productId: 'mug', variant: '', name: 'Mug' } as const
    const shown = viewed({
      leftCents: 2380,
      shippedAt: '2026-11-04T10:00:00Z',
      worth: {
        lines: [{ discountCents: 0, vatBasisPoints: 1900 }],
        shipping: [],
        left: [{ netCents: 2000, vatBasisPoints: 1900, vatCents: 380, grossCents: 2380 }],
      },
    })
    const lines = [{ ...line, quantity: 3, netCents: 3000, grossCents: 3570, returned: 1, awaited: 1 }]
    const server = fakeServer({
      deskOrder: () => ({ status: 200, body: { ...shown, order: { ...shown.order, lines } } }),
      refundOrder: () => ({ status: 200, body: { status: 'ok' } }),
    })
    open()
    const amount = await screen.findByLabelText<HTMLInputElement>('Amount in euros, with tax')
    const mugs = screen.getByLabelText<HTMLSelectElement>('Mug')
    expect([mugs.value, mugs.options.length, amount.value]).toEqual(['1', 3, '11.90'])
    await userEvent.selectOptions(mugs, '2')
    expect(amount.value).toBe('23.80')
    await userEvent.selectOptions(mugs, '1')
    await userEvent.clear(amount)
    await userEvent.type(amount, '11.91')
    const refund = screen.getByRole<HTMLButtonElement>('button', { name: 'Refund' })
    expect(refund.disabled).toBe(true)
    await userEvent.clear(amount)
    await userEvent.type(amount, '10')
    await userEvent.click(screen.getByLabelText(/The goods have come back/))
    await userEvent.click(refund)
    await answerPrompt()
    await waitFor(() =>
      expect(server.asked('refundOrder').map(({ body }) => body)).toEqual([
        {
          id,
          pieces: [1],
          grossCents: 1000,
          leftCents: 2380,
          password: 'secret of the admin',
          restock: true,
        },
      ]),
    )
  })

  test('on invoice is marked paid with the day on which the money arrived, after the password', async () => {
    const owed = viewed(
      { leftCents: 0, events: ['deliver', 'cancel'], shippedAt: '2026-11-04T10:00:00Z' },
      'shipped',
    )
    const transfer = {
      holder: 'Robin Sample',
      iban: 'DE89370400440532013000',
      reference: '2611 0412 3456',
      dueOn: '2026-11-17',
      grossCents: 3213,
    }
    const server = fakeServer({
      deskOrder: () => ({ status: 200, body: { ...owed, order: { ...owed.order, transfer } } }),
      markOrderPaid: () => ({ status: 200, body: { status: 'ok' } }),
      moveOrder: () => ({ status: 200, body: { status: 'ok' } }),
    })
    open()
    expect(await screen.findByText('Shipped, not paid yet')).toBeTruthy()
    expect(
      screen.getByText('€32.13 are awaited by 17. November, 2026, with the reference 2611 0412 3456.'),
    ).toBeTruthy()
    const day = screen.getByLabelText('Received on')
    fireEvent.change(day, { target: { value: '2026-11-10' } })
    await userEvent.click(screen.getByRole('button', { name: 'Mark paid' }))
    await answerPrompt()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.asked('markOrderPaid').map(({ body }) => body)).toEqual([
      { id, receivedOn: '2026-11-10', password: 'secret of the admin' },
    ])
    await userEvent.click(screen.getByLabelText(/The goods have come back/))
    await userEvent.click(screen.getByRole('button', { name: 'Cancel order' }))
    await waitFor(() =>
      expect(server.asked('moveOrder').map(({ body }) => body)).toEqual([
        { id, event: 'cancel', restock: true },
      ]),
    )
  })

  test('has nothing to refund where nothing was paid, and does not exist for nobody’s ID', async () => {
    fakeServer({
      deskOrder: () => ({ status: 200, body: viewed({ leftCents: 0, events: ['cancel'] }, 'placed') }),
    })
    const { unmount } = open()
    expect(await screen.findByRole('button', { name: 'Cancel order' })).toBeTruthy()
    expect(screen.getByText('Germany')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull()
    unmount()
    fakeServer({ deskOrder: () => problem('not-found', 'Nothing there.') })
    open()
    expect(await screen.findByText('There is no order with this ID.')).toBeTruthy()
  })
})
