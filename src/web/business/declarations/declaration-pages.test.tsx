import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Order } from '#contract/shop/shop.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { Component as CancelPage } from './cancel-page.tsx'
import { Component as WithdrawPage } from './withdraw-page.tsx'

const received = () => ({ status: 200 as const, body: { receivedAt: '2026-11-21T10:00:03.000Z' } })
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const choose = (name: RegExp) => userEvent.click(screen.getByRole('radio', { name }))

async function fillIn() {
  await userEvent.type(field('Full name'), ' Ada Lovelace ')
  await userEvent.type(field('Email'), 'ada@example.org')
}

describe('cancelling', () => {
  test('takes two steps, the second with the words of the law, and shows the receipt', async () => {
    const server = fakeServer({ declareCancellation: received })
    show(<CancelPage />)
    await fillIn()
    await press('Check your entries')
    expect(server.asked('declareCancellation')).toEqual([])
    expect(document.activeElement?.textContent).toBe('Check and send')
    expect(screen.getByText('As soon as possible')).toBeTruthy()
    await press('Cancel now')
    expect(
      await screen.findByText(/We received your cancellation on 21\. November, 2026, \d\d:00:03/),
    ).toBeTruthy()
    expect(screen.getByText(/We have sent a confirmation .* to ada@example.org/)).toBeTruthy()
    expect(server.asked('declareCancellation')[0]?.body).toEqual({
      name: 'Ada Lovelace',
      email: 'ada@example.org',
      kind: 'ordinary',
    })
  })

  test('for good cause requires the reason, on a certain day the day', async () => {
    const server = fakeServer({ declareCancellation: received })
    show(<CancelPage />)
    await fillIn()
    await userEvent.type(field('Your contract'), '2026-000001')
    await choose(/^Extraordinary/)
    await choose(/certain day/)
    await press('Check your entries')
    expect(screen.getByText('Please tell us the reason.')).toBeTruthy()
    expect(screen.getByText('Please enter a day.')).toBeTruthy()
    await userEvent.type(field('Reason'), 'The videos do not play.')
    await userEvent.type(field('Day'), '2099-12-31')
    await press('Check your entries')
    expect(screen.getByText('31. December, 2099')).toBeTruthy()
    await press('Cancel now')
    await screen.findByText(/We received your cancellation/)
    expect(server.asked('declareCancellation')[0]?.body).toEqual({
      name: 'Ada Lovelace',
      email: 'ada@example.org',
      contract: '2026-000001',
      kind: 'extraordinary',
      reason: 'The videos do not play.',
      endsOn: '2099-12-31',
    })
  })

  test('requires name and email, and a future day', async () => {
    show(<CancelPage />)
    await choose(/certain day/)
    await userEvent.type(field('Day'), '2020-01-01')
    await press('Check your entries')
    for (const sentence of [
      'Please enter your name.',
      'Please enter your email.',
      'Please choose a day that is not over yet.',
    ])
      expect(screen.getByText(sentence)).toBeTruthy()
  })

  test('repeats the declaration with the same key if the first answer was lost', async () => {
    let lost = true
    const server = fakeServer({
      declareCancellation: () => {
        if (!lost) return received()
        lost = false
        return 'unreachable'
      },
    })
    show(<CancelPage />)
    await fillIn()
    await press('Check your entries')
    await press('Cancel now')
    expect(await screen.findByRole('alert')).toBeTruthy()
    await press('Cancel now')
    await screen.findByText(/We received your cancellation/)
    const keys = server.asked('declareCancellation').map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  })
})

describe('withdrawing', () => {
  test('takes two steps, and keeps the input on the way back', async () => {
    const server = fakeServer({ declareWithdrawal: received })
    show(<WithdrawPage />)
    await fillIn()
    await press('Check your entries')
    await press('Change something')
    expect(field('Email').value).toBe('ada@example.org')
    await press('Check your entries')
    await press('Confirm withdrawal')
    expect(await screen.findByText(/We received your withdrawal on/)).toBeTruthy()
    expect(server.asked('declareWithdrawal')[0]?.body).toEqual({
      name: 'Ada Lovelace',
      email: 'ada@example.org',
    })
  })

  test("has the signed-in user's data filled in", () => {
    show(<WithdrawPage />, { session: someSession })
    expect([field('Full name').value, field('Email').value]).toEqual(['Ada King Lovelace', 'ada@example.org'])
  })

  test("shows the server's faults at their fields, and reports the rate limit", async () => {
    let answer = problem('invalid', 'Please check your entries.', { email: 'Please enter a valid email.' })
    fakeServer({ declareWithdrawal: () => answer })
    show(<WithdrawPage />)
    await fillIn()
    await press('Check your entries')
    await press('Confirm withdrawal')
    expect(await screen.findByText('Please enter a valid email.')).toBeTruthy()
    answer = problem('too-many-requests', 'Too many attempts.')
    await press('Check your entries')
    await press('Confirm withdrawal')
    expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts.')
  })
})

describe('withdrawing from an order that this browser may see', () => {
  const shirt = {
    kind: 'goods',
    productId: 'm',
    name: 'T-shirt',
    variant: 'M',
    netCents: 2000,
    grossCents: 2380,
  } as const
  const order: Order = {
    id: 'order-1',
    number: '261104123456',
    state: 'paid',
    email: 'buyer@example.org',
    placedAt: '2026-11-04T10:00:00Z',
    lines: [
      { ...shirt, quantity: 3, returned: 1 },
      { ...shirt, productId: 'b', name: 'Book', variant: '', quantity: 1 },
    ],
    discount: null,
    shipping: null,
    taxes: [],
    netCents: 4000,
    vatCents: 760,
    grossCents: 4760,
    payment: null,
    transfer: null,
    vouchers: [],
    giftPictures: [],
    delivery: null,
  }
  const open = () => {
    const server = fakeServer({
      declareWithdrawal: received,
      order: () => ({ status: 200, body: { order } }),
    })
    show(<WithdrawPage />, { at: '/withdraw-contract?order=order-1', path: '/withdraw-contract' })
    return server
  }

  test('declares the pieces that were chosen, of those that remain', async () => {
    const server = open()
    const shirts = await screen.findByLabelText<HTMLSelectElement>(/T-shirt/)
    expect([shirts.value, shirts.options.length, field('Email').value]).toEqual(['2', 3, 'buyer@example.org'])
    await userEvent.type(field('Full name'), 'Ada Lovelace')
    await userEvent.selectOptions(shirts, '0')
    await userEvent.selectOptions(screen.getByLabelText('Book'), '0')
    const next = screen.getByRole<HTMLButtonElement>('button', { name: 'Check your entries' })
    expect(next.disabled).toBe(true)
    await userEvent.selectOptions(shirts, '1')
    await press('Check your entries')
    expect(screen.getByText('1 × T-shirt, M')).toBeTruthy()
    await press('Confirm withdrawal')
    await screen.findByText(/We received your withdrawal/)
    expect(server.asked('declareWithdrawal')[0]?.body).toEqual({
      name: 'Ada Lovelace',
      email: 'buyer@example.org',
      contract: '2611 0412 3456',
      pieces: [1, 0],
      part: '1 × T-shirt, M',
    })
  })

  test('declares the whole order if nothing is deselected', async () => {
    const server = open()
    await screen.findByLabelText(/T-shirt/)
    await userEvent.type(field('Full name'), 'Ada Lovelace')
    await press('Check your entries')
    await press('Confirm withdrawal')
    await screen.findByText(/We received your withdrawal/)
    expect(server.asked('declareWithdrawal')[0]?.body).toEqual({
      name: 'Ada Lovelace',
      email: 'buyer@example.org',
      contract: '2611 0412 3456',
    })
  })
})
