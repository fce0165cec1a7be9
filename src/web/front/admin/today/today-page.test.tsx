import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Today } from '#contract/desk/today-calls.ts'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { Component as TodayPage } from './today-page.tsx'

const month: Today['month'] = {
  from: '2026-11-01',
  to: '2026-11-26',
  zone: 'Europe/Berlin',
  revenueCents: 128_440,
  monthlyCents: 91_200,
  seats: 96,
  accounts: 41,
  trialsEnded: 9,
  trialsPaid: 3,
}
const at = '2026-11-03T14:05:07.000Z'
const item = (id: string, name: string, more = {}) => ({ id, name, at, cents: null, isOrder: false, ...more })
const inbox: Today['inbox'] = [
  { kind: 'charge', count: 12, items: [item('a', 'Firma Ost')] },
  {
    kind: 'dispute',
    count: 2,
    items: [
      item('b', 'Firma West', { cents: 11_424 }),
      item('c', '261104123456', { cents: 100, isOrder: true }),
    ],
  },
  { kind: 'declaration', count: 1, items: [item('d', 'Nobody')] },
  { kind: 'mail', count: 1, items: [item('e', 'x@example.org')] },
  { kind: 'video-refused', count: 1, items: [item('hooks', 'Hooks')] },
  { kind: 'video-waiting', count: 1, items: [item('state', 'State')] },
]
const open = () => show(<TodayPage />, { at: '/admin', session: adminSession })
const health = (reasons: string[]) => ({
  status: 200 as const,
  body: { status: 'degraded' as const, reasons, checks: {} },
})
const needs = () => screen.findByRole('region', { name: 'Needs you' })

test('each thing that waits is a sentence with its day and one way to the place', async () => {
  fakeServer({
    today: () => ({ status: 200, body: { inSetUp: false, inbox, month } }),
    healthReady: () => health(['mail is failing']),
  })
  open()
  await screen.findByText('The site says of itself: mail is failing')
  const lines = within(await needs()).getAllByRole('listitem')
  expect(
    lines.map((line) => [line.textContent, within(line).queryByRole('link')?.getAttribute('href')]),
  ).toEqual([
    ['The site says of itself: mail is failingOpen the report', '/api/health/ready'],
    [
      'The last charge of Firma Ost failed or waits for the customer; paid until 3. November, 20263. November, 2026Open',
      '/admin/account/view/a',
    ],
    ['11 more', undefined],
    ['The card holder disputes €114.24 of Firma West3. November, 2026Open', '/admin/account/view/b'],
    ['The card holder disputes €1.00 of order 2611 0412 34563. November, 2026Open', '/admin/order/view/c'],
    [
      'Nobody declared a cancellation or withdrawal that waits for your decision3. November, 2026Decide',
      '/admin/declaration/list',
    ],
    ['A mail to x@example.org was not delivered3. November, 2026Open', '/admin/messages?state=refused'],
    ['The video “Hooks” could not be processed3. November, 2026Open', '/admin/library/film/hooks'],
    ['The video “State” waits to be processed3. November, 2026Open', '/admin/library/film/state'],
  ])
})

test('the numbers of the month lead to their rows', async () => {
  fakeServer({
    today: () => ({ status: 200, body: { inSetUp: true, inbox: [], month } }),
    healthReady: () => health([]),
  })
  open()
  const numbers = await screen.findByRole('region', { name: 'The month so far' })
  expect(
    within(numbers)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['€1,284.40', '/admin/money?from=2026-11-01&to=2026-11-26'],
    ['€912.00', '/admin/money/changes?from=2026-11-01&to=2026-11-26'],
    ['96 in 41 accounts', '/admin/people?status=active'],
    ['3 of 9', '/admin/money/changes?from=2026-11-01&to=2026-11-26&step=trial-ended'],
  ])
  expect((await needs()).textContent).toContain('Nothing waits for you.')
  expect(screen.getByText(/^The site is not open yet/)).toBeDefined()
})

test('it is the index of the admin', async () => {
  fakeServer({
    today: () => ({ status: 200, body: { inSetUp: false, inbox, month } }),
    healthReady: () => health([]),
  })
  open()
  expect(screen.getByRole('heading', { level: 1, name: 'Today' })).toBeTruthy()
  expect(within(await screen.findByRole('region', { name: 'Shop' })).getAllByRole('link')).toHaveLength(2)
})
