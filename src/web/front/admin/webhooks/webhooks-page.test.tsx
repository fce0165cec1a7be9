import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { Component as WebhooksPage } from './webhooks-page.tsx'

const id = '0b000000-0000-4000-8000-000000000000'
const endpoint = {
  id,
  url: 'https://hooks.example.org/in',
  events: ['user.added'],
  active: false,
  switchedOff: 'gone' as const,
  formerSecretUntil: null,
  waiting: 0,
  last: { at: '2026-11-26T12:00:00.000Z', status: 410, problem: null },
}
const delivery = {
  id: '0c000000-0000-4000-8000-000000000000',
  messageId: 'msg_1',
  type: 'user.added',
  body: '{"type":"user.added"}',
  state: 'given-up' as const,
  attempts: 10,
  createdAt: '2026-11-26T12:00:00.000Z',
  lastAttemptAt: '2026-11-26T12:00:00.000Z',
  nextAttemptAt: null,
  durationMs: 120,
  reply: 'no more',
  status: 410,
  problem: null,
}
const atDesk = (endpoints: (typeof endpoint)[], available = true) => ({
  webhooksAtDesk: () => ({ status: 200 as const, body: { available, endpoints } }),
})
const done = () => ({ status: 200 as const, body: { status: 'ok' as const } })
const open = () => show(<WebhooksPage />, { at: '/admin/system/webhooks', session: adminSession })
const prove = async () => {
  await userEvent.type(await screen.findByLabelText('current password'), 'secret')
  await userEvent.type(screen.getByLabelText(/^Code of the authenticator app/), '123456')
}

test('a webhook is added, a refused address is said at its field, and the secret is shown once', async () => {
  const replies = [
    problem('invalid', 'Invalid.', { url: 'Not that address.' }),
    { status: 200 as const, body: { id, secret: 'whsec_once' } },
  ]
  const server = fakeServer({
    ...atDesk([]),
    addWebhook: () => replies.shift() ?? expect.fail('asked too often'),
  })
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Add a webhook' }))
  await userEvent.click(screen.getByLabelText('All'))
  await userEvent.type(screen.getByLabelText('Address of the receiver'), 'https://hooks.example.org/in')
  await prove()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Choose at least one event.')).toBeTruthy()
  await userEvent.click(screen.getByLabelText('user.added'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Not that address.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByDisplayValue('whsec_once')).toBeTruthy()
  expect(server.asked('addWebhook').at(-1)?.body).toEqual({
    url: 'https://hooks.example.org/in',
    events: ['user.added'],
    password: 'secret',
    code: '123456',
  })
})

test('one that was switched off is shown with its reason, switched on, tested, and sent to again', async () => {
  const server = fakeServer({
    ...atDesk([endpoint]),
    changeWebhook: done,
    testWebhook: () => ({
      status: 200,
      body: { delivered: false, status: null, problem: 'No reply in time' },
    }),
    webhookDeliveries: () => ({ status: 200, body: { deliveries: [delivery] } }),
    resendWebhook: done,
    renewWebhookSecret: () => ({ status: 200, body: { secret: 'whsec_new' } }),
    deleteWebhook: done,
  })
  open()
  expect(await screen.findByText(/wants no more \(410\)/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Change hooks.example.org' }))
  await userEvent.click(screen.getByLabelText('Switched on'))
  await prove()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.asked('changeWebhook')[0]?.body).toMatchObject({
      id,
      active: true,
      events: ['user.added'],
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Test hooks.example.org' }))
  await waitFor(() => expect(server.asked('testWebhook')[0]?.body).toEqual({ id }))
  await userEvent.click(screen.getByRole('button', { name: 'Deliveries to hooks.example.org' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Request and reply of msg_1' }))
  expect(within(await screen.findByRole('dialog')).getByText('no more')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /close/i }))
  await userEvent.click(screen.getByRole('button', { name: 'Send msg_1 again' }))
  await waitFor(() => expect(server.asked('resendWebhook')[0]?.body).toEqual({ id: delivery.id }))
  await userEvent.click(screen.getByRole('button', { name: 'New secret for hooks.example.org' }))
  await prove()
  await userEvent.click(screen.getByRole('button', { name: 'New secret' }))
  expect(await screen.findByDisplayValue('whsec_new')).toBeTruthy()
})

test('the demo has none', async () => {
  fakeServer(atDesk([], false))
  open()
  expect(await screen.findByText('The demo sends no webhooks.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add a webhook' })).toBeNull()
})
