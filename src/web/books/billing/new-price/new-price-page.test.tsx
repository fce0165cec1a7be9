import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { NewPrice } from '#contract/billing/new-price-calls.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { useSite } from '#web/platform/site/site.ts'
import { Component } from './new-price-page.tsx'

const price: NewPrice = {
  id: '0f000000-0000-4000-8000-000000000000',
  interval: { value: 1, unit: 'm' },
  users: 3,
  oldGrossCents: 3570,
  newGrossCents: 4284,
  at: '2027-01-20T23:00:00.000Z',
  otherwise: 'keep',
  coupon: null,
  agreedAt: null,
  words: 'I agree: €42.84 instead of €35.70.',
}

function open(shown: NewPrice | null, agreed: 'ok' | 'stale' = 'ok') {
  let current = shown
  const server = fakeServer({
    newPrice: () => ({ status: 200, body: { newPrice: current } }),
    userSession: () => ({ status: 200, body: useSite.getState().session ?? { authenticated: false } }),
    agreeToPrice: () => {
      if (!current || agreed === 'stale') {
        current = current && { ...current, words: 'I agree: €57.12 instead of €47.60.' }
        return problem('quote-stale', 'The price has changed.')
      }
      current = { ...current, agreedAt: '2026-11-21T10:00:00.000Z' }
      return { status: 200, body: { status: 'ok' } }
    },
  })
  show(<Component />, {
    at: '/account/new-price',
    session: { ...someSession, permissions: ['subscription.manage'] },
  })
  return server
}
const button = () => screen.findByRole('button', { name: 'Agree to the new price' })

test.each([
  ['keep', /you keep the present price/],
  ['end', /your subscription ends on 21\. January, 2027/],
] as const)(
  'it shows both prices, the day, and what happens without an answer: %s',
  async (otherwise, sentence) => {
    open({ ...price, otherwise, coupon: 'TEN' })
    expect(await screen.findByText('€42.84')).toBeDefined()
    expect(screen.getByText('€35.70')).toBeDefined()
    expect(screen.getByText(sentence)).toBeDefined()
    expect(screen.getByText(/Your coupon TEN lowers either price/)).toBeDefined()
    expect(screen.getByRole('link', { name: /where you can cancel/ })).toBeDefined()
  },
)

test('a click sends the words that are shown, and the page says that it counts', async () => {
  const server = open(price)
  await userEvent.click(await button())
  expect(server.asked('agreeToPrice')[0]?.body).toEqual({ id: price.id, language: 'en', words: price.words })
  expect(await screen.findByText(/You agreed on 21\. November, 2026/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Agree to the new price' })).toBe(null)
})

test('words that have changed are shown anew, and nothing was agreed to', async () => {
  open(price, 'stale')
  await userEvent.click(await button())
  expect(await screen.findByText('I agree: €57.12 instead of €47.60.')).toBeDefined()
  expect(await button()).toBeDefined()
})

test('without an announcement it says so', async () => {
  open(null)
  expect(await screen.findByText(/No new price waits for your answer/)).toBeDefined()
})
