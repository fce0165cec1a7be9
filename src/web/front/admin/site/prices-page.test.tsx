import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { DeskPrices, PricesDraft } from '#contract/desk/price-calls.ts'
import { priceSets } from '#domain/pricing.ts'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { Component as PricesPage } from './prices-page.tsx'

const spring = {
  name: 'spring',
  plan: { ...priceSets.launch, id: 'spring', basePriceCents: 2000 },
  from: '2027-03-01 09:00',
  state: 'planned' as const,
}
const launch = { name: 'launch', plan: priceSets.launch, from: null, state: 'now' as const }
const prices: DeskPrices = {
  byEnvironment: null,
  source: 'desk',
  fileChanged: false,
  fileDigest: null,
  version: 2,
  text: 'onSale: spring\n',
  shown: { now: 'launch', last: 'spring', sets: [launch, spring] },
  versions: [
    { version: 2, savedAt: '2026-11-21T10:00:00.000Z', text: 'onSale: spring\n' },
    { version: 1, savedAt: '2026-11-20T10:00:00.000Z', text: 'onSale: pandemic2020\n' },
  ],
  terms: { trialDays: 14, graceDays: 10, refundDays: 7 },
  fixedTerms: ['graceDays'],
  withdrawalDays: 14,
}
const drafted = (body: unknown): PricesDraft => {
  const { text, add, withdraw } = body as {
    text: string
    add?: { name: string; basePrice: string }
    withdraw?: string
  }
  if (withdraw !== undefined)
    return { text: 'withdrawn\n', mistakes: [], shown: { ...prices.shown, last: 'launch', sets: [launch] } }
  if (!add) return { text, mistakes: [], shown: prices.shown }
  const name = { ...spring, name: add.name }
  return { text: `added ${add.basePrice}\n`, mistakes: [], shown: { ...prices.shown, sets: [launch, name] } }
}
function open(now: Partial<DeskPrices> = {}, draft = drafted) {
  const server = fakeServer({
    pricesAtDesk: () => ({ status: 200, body: { ...prices, ...now } }),
    draftPrices: ({ body }) => ({ status: 200, body: draft(body) }),
    savePrices: () => ({ status: 200, body: { status: 'ok' } }),
    saveTerms: () => ({ status: 200, body: { status: 'ok' } }),
  })
  show(<PricesPage />, { at: '/admin/site/prices', session: adminSession })
  return server
}
async function confirm() {
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(
    within(dialog).getByLabelText(/password/i, { selector: 'input' }),
    'my password{Enter}',
  )
}
const saved = (text: string | null) => ({ text, version: 2, fileDigest: null, password: 'my password' })

test('new prices are previewed as the pricing page, and put on sale with the password', async () => {
  const server = open()
  const preview = await screen.findAllByRole('region', { name: 'The pricing page with these prices' })
  await waitFor(() => expect(preview[0]?.textContent).toContain('20'))
  const base = screen.getByLabelText('Price per user and month in euros')
  await userEvent.clear(base)
  await userEvent.type(base, '12.50')
  await userEvent.click(screen.getAllByRole('button', { name: 'Put on sale' })[0] as HTMLElement)
  await confirm()
  await waitFor(() => expect(server.asked('savePrices')[0]?.body).toEqual(saved('added 12.50\n')))
  expect(
    server.asked('draftPrices').find(({ body }) => drafted(body).text === 'added 12.50\n')?.body,
  ).toMatchObject({
    text: 'onSale: spring\n',
    add: { users: [{ from: '1', percent: '100' }, {}, {}, {}], from: '' },
  })
})

test('a mistake is shown at its field, and nothing can be saved', async () => {
  const server = open({}, (body) => {
    const { add } = body as { add?: { name: string } }
    const mistakes = [
      { line: 2, path: [add?.name ?? '', 'basePrice'], sentence: 'spring.basePrice: too small' },
    ]
    return { text: '', mistakes, shown: null }
  })
  expect(await screen.findByText('spring.basePrice: too small')).toBeTruthy()
  const base = screen.getByLabelText('Price per user and month in euros')
  expect(base.getAttribute('aria-invalid')).toBe('true')
  await userEvent.click(screen.getAllByRole('button', { name: 'Put on sale' })[0] as HTMLElement)
  expect(await screen.findByText('The prices have mistakes.')).toBeTruthy()
  expect(server.asked('savePrices')).toEqual([])
})

test('a planned change is withdrawn', async () => {
  const server = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw spring' }))
  await confirm()
  await waitFor(() => expect(server.asked('savePrices')[0]?.body).toEqual(saved('withdrawn\n')))
})

test('a former version is put into the text, and saved from there', async () => {
  const server = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Restore version 1' }))
  const text = screen.getByLabelText<HTMLTextAreaElement>('prices.yaml')
  expect(text.value).toBe('onSale: pandemic2020\n')
  await userEvent.click(screen.getAllByRole('button', { name: 'Put on sale' })[1] as HTMLElement)
  await confirm()
  await waitFor(() => expect(server.asked('savePrices')[0]?.body).toEqual(saved('onSale: pandemic2020\n')))
})

test.each([
  ['Keep the prices saved here', 'onSale: spring\n'],
  ['Use the prices of the file', null],
])('after a change of the file one can choose: %s', async (name, text) => {
  const server = open({ fileChanged: true })
  await userEvent.click(await screen.findByRole('button', { name }))
  await confirm()
  await waitFor(() => expect(server.asked('savePrices')[0]?.body).toEqual(saved(text)))
})

test('where PRICE_SET decides, prices are only shown', async () => {
  open({ byEnvironment: 'spring' })
  expect(await screen.findByText(/PRICE_SET/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Put on sale|Withdraw/ })).toBeNull()
  expect(screen.getByLabelText('Free trial, days')).toHaveProperty('value', '14')
})

test('the days of trial and refund are saved with those shown before; the environment fixes the grace period', async () => {
  const server = open()
  const grace = await screen.findByLabelText('Grace period, days')
  expect(grace.hasAttribute('readonly')).toBe(true)
  const refund = screen.getByLabelText('Refund on request, days')
  await userEvent.clear(refund)
  await userEvent.type(refund, '30')
  await userEvent.click(screen.getByRole('button', { name: 'Save days' }))
  await confirm()
  await waitFor(() =>
    expect(server.asked('saveTerms')[0]?.body).toEqual({
      terms: { trialDays: '14', graceDays: '10', refundDays: '30' },
      shown: prices.terms,
      password: 'my password',
    }),
  )
})
