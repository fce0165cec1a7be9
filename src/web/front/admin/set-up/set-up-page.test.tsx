import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { SetUpAtDesk } from '#contract/desk/set-up-calls.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { Component as SetUpPage } from './set-up-page.tsx'

const setUp: SetUpAtDesk = {
  running: true,
  steps: [
    { name: 'seller', state: 'wrong', needed: true },
    { name: 'mail', state: 'done', needed: true },
    { name: 'film', state: 'missing', needed: false },
  ],
  seller: {
    name: 'Grace Hopper',
    address: 'Some Street 1',
    email: 'grace@example.org',
    phone: '030 123',
    vatId: '',
    taxNumber: '',
    iban: '',
    bic: '',
    taxation: 'germany',
    country: 'DE',
    ossSince: '',
  },
  versions: { seller: 3, mail: 0 },
  fixedOfSeller: ['phone'],
  mail: { host: 'mail.example.org', port: 465, security: 'tls', user: 'grace', from: 'videos@example.org' },
  hasMailPassword: true,
  mailFixed: false,
  mailTest: null,
  payment: {
    publishableKey: 'pk_test_0123456789',
    secretKeyEnd: 'x7Qz',
    webhookSecretEnd: null,
    mode: 'test',
    webhookUrl: 'https://videos.example.org/api/payment/stripe/webhook',
    fixed: false,
  },
  purchase: null,
}

function open(now: Partial<SetUpAtDesk> = {}, handlers: Parameters<typeof fakeServer>[0] = {}) {
  let body: SetUpAtDesk = { ...setUp, ...now }
  const server = fakeServer({
    setUpAtDesk: () => ({ status: 200, body }),
    saveSeller: () => ({ status: 200, body: { status: 'ok' } }),
    saveMailServer: () => problem('invalid', 'Please check it.', { host: 'This is no host.' }),
    savePayment: () => ({ status: 200, body: { status: 'ok', webhookRefused: 'Not publicly accessible' } }),
    testMailServer: () => {
      const mailTest = { at: '2026-11-21T10:00:00.000Z', delivered: true, answer: '250 OK' }
      body = { ...body, mailTest }
      return { status: 200, body: mailTest }
    },
    testPurchase: () => {
      const at = '2026-11-21T10:00:00.000Z'
      const purchase = { at, number: 'TEST-1', grossCents: 1190, paid: true, reason: '' }
      body = { ...body, purchase }
      return { status: 200, body: purchase }
    },
    openSite: () => {
      body = { ...body, running: false }
      return { status: 200, body: { status: 'ok' } }
    },
    ...handlers,
  })
  show(<SetUpPage />, { at: '/admin/setup', session: adminSession })
  return server
}

test('each step says whether it is done, and the site is not opened without the needed ones', async () => {
  open()
  const seller = within(await screen.findByRole('region', { name: 'Seller and tax' }))
  expect(seller.getByText(/^Incomplete/).textContent).toBe('Incomplete (needed before the site opens)')
  const film = within(screen.getByRole('region', { name: 'First video' }))
  expect(film.getByText('Missing')).toBeDefined()
  expect(film.getByRole('link', { name: 'To the library' }).getAttribute('href')).toBe('/admin/library')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Open the site' }).disabled).toBe(true)
})

test('opens the site with the password, and says that it is open', async () => {
  const server = open({ steps: setUp.steps.map((step) => ({ ...step, state: 'done' as const })) })
  await userEvent.click(await screen.findByRole('button', { name: 'Open the site' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(/password/i, { selector: 'input' }), 'my password{Enter}')
  await waitFor(() => expect(screen.getByText(/^The site is open\. You can/)).toBeDefined())
  expect(server.requests.filter(({ name }) => name === 'openSite').map(({ body }) => body)).toEqual([
    { password: 'my password' },
  ])
  expect(screen.queryByRole('button', { name: 'Open the site' })).toBeNull()
})

test('saves the seller with password and code; what the environment says cannot be changed', async () => {
  const server = open()
  const form = within(await screen.findByRole('form', { name: 'Seller and tax' }))
  expect(form.getByLabelText<HTMLInputElement>('Telephone').readOnly).toBe(true)
  await userEvent.type(form.getByLabelText('Tax number'), '12/345')
  await userEvent.click(form.getByLabelText('Rates by country'))
  await userEvent.type(form.getByLabelText('OSS from'), '2027-01-01')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await confirm()
  await waitFor(() =>
    expect(server.requests.filter(({ name }) => name === 'saveSeller').map(({ body }) => body)).toEqual([
      {
        seller: { ...setUp.seller, taxNumber: '12/345', taxation: 'countries', ossSince: '2027-01-01' },
        version: 3,
        password: 'my password',
        code: '123456',
      },
    ]),
  )
})

test('after a save by somebody else, both versions are shown and what was typed stays', async () => {
  const theirs = { ...setUp, seller: { ...setUp.seller, phone: '040 1' }, versions: { seller: 4, mail: 0 } }
  let body = setUp
  const server = open(
    {},
    {
      setUpAtDesk: () => ({ status: 200, body }),
      saveSeller: ({ body: sent }) => {
        if ((sent as { version: number }).version === 4) return { status: 200, body: { status: 'ok' } }
        body = theirs
        return problem('version-conflict', 'Somebody else was here.')
      },
    },
  )
  const form = within(await screen.findByRole('form', { name: 'Seller and tax' }))
  await userEvent.type(form.getByLabelText('Tax number'), '12/345')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await confirm()
  expect(await screen.findByText('Somebody else was here.')).toBeDefined()
  await userEvent.keyboard('{Escape}')
  const both = await screen.findByRole('table')
  expect(within(both).getByText('040 1')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Save mine' }))
  await confirm()
  await waitFor(() =>
    expect(server.requests.filter(({ name }) => name === 'saveSeller').at(-1)?.body).toMatchObject({
      seller: { ...theirs.seller, taxNumber: '12/345' },
      version: 4,
    }),
  )
})

test('says which field of the mail server is wrong, and shows what a test mail brought', async () => {
  const server = open()
  const form = within(await screen.findByRole('form', { name: 'Mail' }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await confirm()
  expect(await screen.findByText('Server: This is no host.')).toBeDefined()
  expect(server.requests.find(({ name }) => name === 'saveMailServer')?.body).toMatchObject({
    mail: setUp.mail,
    // keeps the saved one
    mailPassword: null,
  })
  await userEvent.keyboard('{Escape}')
  expect(form.getByText('This is no host.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Send me a test mail' }))
  expect(await screen.findByText('The mail server took the test mail: 250 OK')).toBeDefined()
})

test('saves keys with the kept secret, and says what to do where Stripe made no webhook', async () => {
  const server = open({ steps: [{ name: 'payment', state: 'done', needed: false }] })
  const form = within(await screen.findByRole('form', { name: 'Payment' }))
  expect(form.getByText('Set, ends with x7Qz. Leave it empty to keep it.')).toBeDefined()
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await confirm()
  expect(await form.findByText(/Not publicly accessible/)).toBeDefined()
  expect(form.getByText(/https:\/\/videos\.example\.org\/api\/payment\/stripe\/webhook/)).toBeDefined()
  expect(server.requests.find(({ name }) => name === 'savePayment')?.body).toMatchObject({
    secretKey: null,
    publishableKey: 'pk_test_0123456789',
    makeWebhook: true,
    code: '123456',
  })
})

test('makes a test purchase with test keys only, and shows how it went', async () => {
  const steps: SetUpAtDesk['steps'] = [{ name: 'purchase', state: 'missing', needed: false }]
  open({ steps })
  await userEvent.click(await screen.findByRole('button', { name: 'Make a test purchase' }))
  expect(await screen.findByText(/^TEST-1: €11\.90 were paid/)).toBeDefined()
  cleanup()
  const purchase = {
    at: '',
    number: 'TEST-2',
    grossCents: 1190,
    paid: false,
    reason: 'Your card was declined.',
  }
  open({ steps, purchase, payment: { ...setUp.payment, mode: 'live' } })
  expect(await screen.findByText('TEST-2 was not paid: Your card was declined.')).toBeDefined()
  expect(screen.getByText(/^It needs the test keys/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Make a test purchase' })).toBeNull()
})

async function confirm() {
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Code of your authenticator app'), '123456')
  await userEvent.type(dialog.getByLabelText(/password/i, { selector: 'input' }), 'my password{Enter}')
}
