import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession, someConfig } from '#support/some-site.ts'
import { Component as KeysPage } from './keys-page.tsx'

const key = {
  id: '1',
  name: 'nightly export',
  ending: 'a1b2',
  scopes: ['people-read' as const],
  networks: [],
  createdAt: '2026-11-26T12:00:00.000Z',
  expiresAt: null,
  withdrawnAt: null,
  lastUsedAt: null,
}
function open(demo = false) {
  const server = fakeServer({
    apiKeys: () => ({ status: 200, body: { count: 12, keys: [key] } }),
    makeApiKey: () => ({ status: 200, body: { key: 'lectern_live_0' } }),
    withdrawApiKey: () => ({ status: 200, body: { status: 'ok' } }),
  })
  show(<KeysPage />, {
    at: '/admin/system/keys',
    session: adminSession,
    config: { ...someConfig, demo },
  })
  return server
}

test('a key is made with scopes, password and second factor, and shown once', async () => {
  const server = open()
  await userEvent.click(screen.getByRole('button', { name: 'New key' }))
  await userEvent.type(await screen.findByLabelText('Name'), 'publisher')
  const prove = async () => {
    await userEvent.type(screen.getByLabelText('current password'), 'secret')
    await userEvent.type(screen.getByLabelText(/^Code of the authenticator app/), '123456')
    await userEvent.click(screen.getByRole('button', { name: 'Make the key' }))
  }
  await prove()
  expect(await screen.findByText('Choose at least one.')).toBeTruthy()
  await userEvent.click(screen.getByLabelText('change the library and upload videos'))
  await userEvent.type(screen.getByLabelText('Networks'), '192.0.2.0/24{Enter}198.51.100.7')
  await userEvent.click(screen.getByRole('button', { name: 'Make the key' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Key')).value).toBe('lectern_live_0')
  expect(server.asked('makeApiKey').map(({ body }) => body)).toEqual([
    {
      name: 'publisher',
      scopes: ['content-write'],
      days: 365,
      networks: ['192.0.2.0/24', '198.51.100.7'],
      password: 'secret',
      code: '123456',
    },
  ])
  await userEvent.click(screen.getByRole('button', { name: 'I have copied it' }))
  expect(screen.queryByLabelText('Key')).toBeNull()
})

test('a key is withdrawn', async () => {
  const server = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw nightly export' }))
  await waitFor(() => expect(server.asked('withdrawApiKey')[0]?.body).toEqual({ id: '1' }))
})

test('keys are shown page by page', async () => {
  const server = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }))
  await waitFor(() => expect(server.asked('apiKeys').at(-1)?.query.get('page')).toBe('1'))
})

test('a demo makes none', async () => {
  open(true)
  expect(await screen.findByText('The demo makes no keys.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New key' })).toBeNull()
})
