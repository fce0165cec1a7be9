import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Subscription } from '#contract/accounts/accounts.ts'
import type { ViewedAccount } from '#contract/admin/admin-accounts.ts'
import type { CorrectionPreview } from '#contract/billing/admin-corrections.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { QueryRoot } from '#web/platform/site/query-root.tsx'
import { Corrections } from './corrections.tsx'

const active: Subscription = {
  status: 'active',
  health: 'ok',
  until: '2026-12-20T23:00:00.000Z',
  pricingId: 'plan-2',
  priceCents: 1000,
  creditCents: 0,
  licenseCount: 3,
  includedLicenses: 0,
  includedLicenseCount: 0,
  interval: { value: 1, unit: 'm' },
  paymentProvider: 'stripe',
  version: 9,
  prepaid: false,
  pendingExpiry: false,
}
let id: string
let count = 0
beforeEach(() => {
  count += 1
  // the query client outlives a test
  id = `0a000000-0000-4000-8000-${String(count).padStart(12, '0')}`
})

const before: CorrectionPreview['before'] = {
  status: 'active',
  until: '2026-12-20T23:00:00.000Z',
  pausedFrom: null,
  pausedUntil: null,
  licenseCount: 3,
  balanceCents: 250,
  nextCharge: { at: '2026-12-20T23:00:00.000Z', cardCents: 3570 },
}
const until = '2026-12-23T23:00:00.000Z'
const preview: CorrectionPreview = {
  before,
  after: { ...before, until, nextCharge: { at: until, cardCents: 3570 } },
  version: 9,
  at: '2026-11-26T12:00:00.000Z',
  refundCents: 0,
}

function open(subscription: Subscription | null = active, answers: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({
    previewCorrection: () => ({ status: 200, body: preview }),
    correctAccount: () => ({ status: 200, body: { status: 'ok' } }),
    ...answers,
  })
  const account: ViewedAccount = {
    kind: 'account',
    id,
    name: 'Eddie Exeter',
    own: false,
    contacts: [],
    billingAddress: null,
    country: null,
    version: 4,
    videoViews: 0,
    users: [],
    subscription,
  }
  const page = (
    <QueryRoot>
      <Corrections account={account} />
    </QueryRoot>
  )
  show(page, { session: adminSession })
  return server
}
const factOf = async (name: string) =>
  (await screen.findByText(name, { selector: 'dt' })).nextElementSibling?.textContent
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)

test('free days show what they move, take a reason, and ask for the password', async () => {
  const server = open()
  await userEvent.click(screen.getByRole('button', { name: 'Free days…' }))
  const give = screen.getByRole<HTMLButtonElement>('button', { name: 'Give free days' })
  await userEvent.type(screen.getByLabelText('Number of days'), '3')
  expect(await factOf('Access until')).toBe('21. December, 2026 → 24. December, 2026')
  expect(await factOf('Next charge')).toBe('€35.70 on 21. December, 2026 → €35.70 on 24. December, 2026')
  expect([await factOf('Credit'), await factOf('Refunded now')]).toEqual(['€2.50', '€0.00'])
  expect(give.disabled).toBe(true)
  await userEvent.type(screen.getByLabelText('Reason'), 'outage')
  await userEvent.click(give)
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('current password'), 'my own{Enter}')
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
  expect(server.asked('correctAccount').map(({ body }) => body)).toEqual([
    {
      accountId: id,
      correction: { kind: 'free-days', days: 3 },
      shown: { version: 9, at: preview.at, refundCents: 0, balanceCents: 250 },
      reason: 'outage',
      password: 'my own',
    },
  ])
})

test('a pause shows when nobody can watch, and the next charge after it', async () => {
  const [from, to] = ['2026-12-20T23:00:00.000Z', '2027-02-20T23:00:00.000Z']
  const after = {
    ...before,
    pausedFrom: from,
    pausedUntil: to,
    until: to,
    nextCharge: { at: to, cardCents: 3570 },
  }
  const server = open(active, { previewCorrection: () => ({ status: 200, body: { ...preview, after } }) })
  await userEvent.click(screen.getByRole('button', { name: 'Pause…' }))
  await userEvent.selectOptions(screen.getByLabelText('Duration'), '2 months')
  await waitFor(() =>
    expect(server.asked('previewCorrection').at(-1)?.body).toMatchObject({
      correction: { kind: 'pause', months: 2 },
    }),
  )
  expect(await factOf('Pause')).toBe('none → 21. December, 2026 until 21. February, 2027')
  expect(await factOf('Access until')).toBe('21. December, 2026')
  expect(await factOf('Next charge')).toBe('€35.70 on 21. December, 2026 → €35.70 on 21. February, 2027')
})

test('a correction that is refused says why, and cannot be sent', async () => {
  open(active, { previewCorrection: () => problem('payment-overdue', 'An open payment.') })
  await userEvent.click(screen.getByRole('button', { name: 'Free days…' }))
  await userEvent.type(screen.getByLabelText('Number of days'), '3')
  await userEvent.type(screen.getByLabelText('Reason'), 'outage')
  expect(await screen.findByText('An open payment.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Give free days' }).disabled).toBe(true)
})

test('more than 366 days are not asked for', async () => {
  const server = open()
  await userEvent.click(screen.getByRole('button', { name: 'Free days…' }))
  await userEvent.type(screen.getByLabelText('Number of days'), '367')
  expect(screen.getByText('At most 366 days can be given at once.')).toBeTruthy()
  expect(server.asked('previewCorrection').map(({ body }) => body)).not.toContainEqual(
    expect.objectContaining({ correction: { kind: 'free-days', days: 367 } }),
  )
})

test('a grant keeps its end unless another is chosen', async () => {
  const server = open({ ...active, status: 'prepaid', prepaid: true })
  await userEvent.click(screen.getByRole('button', { name: 'Change the grant…' }))
  const licences = screen.getByLabelText('License count')
  await userEvent.clear(licences)
  await userEvent.type(licences, '7')
  await factOf('Access until')
  expect(server.asked('previewCorrection').at(-1)?.body).toEqual({
    accountId: id,
    correction: { kind: 'grant', licenseCount: 7 },
  })
})

const charges = [
  { key: 'seats-4', kind: 'seats' as const, paidAt: until, grossCents: 1190, cardCents: 0, creditCents: 800 },
  {
    key: 'period-2',
    kind: 'period' as const,
    paidAt: until,
    grossCents: 3570,
    cardCents: 3000,
    creditCents: 3570,
  },
]

test('a refund is of one charge, at most what is left of it, to its card or as credit', async () => {
  const server = open(active, { accountCharges: () => ({ status: 200, body: { charges } }) })
  await userEvent.click(screen.getByRole('button', { name: 'Refund…' }))
  const previewed = () => server.asked('previewCorrection').at(-1)?.body
  const asks = (correction: object) => waitFor(() => expect(previewed()).toMatchObject({ correction }))
  await screen.findByLabelText('Charge')
  await asks({ kind: 'refund', key: 'seats-4', grossCents: 800, goesTo: 'credit' })
  await userEvent.selectOptions(screen.getByLabelText('Charge'), 'period-2')
  await asks({ kind: 'refund', key: 'period-2', grossCents: 3000, goesTo: 'card' })
  await userEvent.selectOptions(screen.getByLabelText('Refund to'), 'credit')
  await asks({ kind: 'refund', key: 'period-2', grossCents: 3570, goesTo: 'credit' })
  const amount = screen.getByRole('textbox', { name: /amount/i })
  await userEvent.clear(amount)
  await userEvent.type(amount, '12.5')
  await asks({ grossCents: 1250 })
  await userEvent.clear(amount)
  await userEvent.type(amount, '35.71')
  expect(previewed()).toMatchObject({ correction: { grossCents: 3570 } })
  await userEvent.type(screen.getByLabelText('Reason'), 'a complaint')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Refund' }).disabled).toBe(true)
})

test('an invoice gets another recipient, which is previewed when a field is left', async () => {
  const invoice = {
    id: '0c000000-0000-4000-8000-000000000001',
    number: '2026-000007',
    issuedOn: '2026-11-21',
    name: 'Ada',
    address: 'Ring 1',
    country: 'DE',
    vatId: '',
    grossCents: 1190,
  }
  const server = open(active, { correctableInvoices: () => ({ status: 200, body: { invoices: [invoice] } }) })
  await userEvent.click(screen.getByRole('button', { name: 'Correct an invoice…' }))
  const field = await screen.findByLabelText('Recipient')
  await userEvent.type(screen.getByLabelText('Reason'), 'a wrong name')
  expect(server.asked('previewCorrection')).toEqual([])
  await userEvent.clear(field)
  await userEvent.type(field, 'Acme GmbH')
  expect(server.asked('previewCorrection')).toEqual([])
  await userEvent.tab()
  const { id: invoiceId, address, vatId } = invoice
  const correction = { kind: 'invoice', invoiceId, name: 'Acme GmbH', address, vatId }
  await waitFor(() =>
    expect(server.asked('previewCorrection').map(({ body }) => body)).toEqual([
      { accountId: id, correction },
    ]),
  )
})

test('an account without invoices says so', async () => {
  open(active, { correctableInvoices: () => ({ status: 200, body: { invoices: [] } }) })
  await userEvent.click(screen.getByRole('button', { name: 'Correct an invoice…' }))
  expect(await screen.findByText('There is no invoice to be corrected.')).toBeTruthy()
})

test('an account is cancelled at the end, or now', async () => {
  const server = open()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel…' }))
  await userEvent.selectOptions(screen.getByLabelText('When'), 'now')
  await waitFor(() =>
    expect(server.asked('previewCorrection').map(({ body }) => body)).toEqual([
      { accountId: id, correction: { kind: 'cancel', when: 'end' } },
      { accountId: id, correction: { kind: 'cancel', when: 'now' } },
    ]),
  )
})

test.each<[string, Subscription | null, readonly string[]]>([
  ['no subscription', null, []],
  ['a cancelled one', { ...active, status: 'cancelled' }, ['Refund…', 'Correct an invoice…']],
  ['one that ends', { ...active, status: 'pending-expiry' }, ['Refund…', 'Correct an invoice…', 'Cancel…']],
  ['a trial', { ...active, status: 'trial' }, ['Free days…', 'Cancel…']],
  ['a paid one', active, ['Free days…', 'Pause…', 'Refund…', 'Correct an invoice…', 'Cancel…']],
  [
    'a grant of the admin',
    { ...active, status: 'prepaid' },
    ['Free days…', 'Change the grant…', 'Take back the grant…', 'Refund…', 'Correct an invoice…', 'Cancel…'],
  ],
  [
    'a grant of a coupon',
    { ...active, status: 'prepaid', coupon: 'SUMMER' },
    ['Free days…', 'Refund…', 'Correct an invoice…', 'Cancel…'],
  ],
  [
    'a pause',
    {
      ...active,
      paused: { from: '2026-12-20T23:00:00.000Z', until: '2027-02-20T23:00:00.000Z', begun: false },
    },
    ['End the pause…', 'Refund…', 'Correct an invoice…', 'Cancel…'],
  ],
])('%s offers what is possible', (_, subscription, offered) => {
  open(subscription)
  expect(buttons()).toEqual(offered)
})
