import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Declaration } from '#contract/billing/declaration-calls.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { Component as DecidePage } from './decide-page.tsx'
import { Component as NotMePage } from './not-me-page.tsx'

const waiting: Declaration = {
  kind: 'cancellation',
  receivedAt: '2026-12-06T10:00:00.000Z',
  name: 'Mallory',
  email: 'ada@example.org',
  cancellation: 'ordinary',
  holderKnown: false,
  outcome: 'waits',
}

function openDecision(answer: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({ declaration: () => ({ status: 200, body: waiting }), ...answer })
  const at = '/account/declaration/0b7c3f6e-0000-4000-8000-000000000001'
  show(<DecidePage />, {
    at,
    path: '/account/declaration/:id',
    session: { ...someSession, permissions: ['subscription.manage'] },
  })
  return server
}

test('the holder sees the declaration, and accepts it', async () => {
  const server = openDecision({
    decideDeclaration: () => ({
      status: 200,
      body: { ...waiting, outcome: 'done', contractEndsAt: '2027-01-05T23:00:00.000Z' },
    }),
  })
  expect(await screen.findByText(/neither your name nor your contract number/)).toBeTruthy()
  expect(screen.getByText('Mallory')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Accept: end my contract' }))
  expect(await screen.findByText(/The contract ends on 6. January, 2027/)).toBeTruthy()
  expect(server.asked('decideDeclaration').map(({ body }) => body)).toEqual([{ decision: 'accept' }])
  expect(screen.queryByRole('button', { name: 'Reject: my contract goes on' })).toBeNull()
})

test('the holder rejects it: nothing changes', async () => {
  openDecision({ decideDeclaration: () => ({ status: 200, body: { ...waiting, outcome: 'rejected' } }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Reject: my contract goes on' }))
  expect(await screen.findByText('It was rejected. Nothing was changed.')).toBeTruthy()
})

test('a declaration that cannot be executed shows the reason, and stays pending', async () => {
  openDecision({ decideDeclaration: () => problem('no-withdrawal', 'The time is over.') })
  await userEvent.click(await screen.findByRole('button', { name: 'Accept: end my contract' }))
  expect(await screen.findByText(/the operator looks at it. The time is over./)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reject: my contract goes on' })).toBeTruthy()
})

test.each([
  ['restored', 'Your subscription goes on'],
  ['subscribe-again', 'Please subscribe again'],
] as const)(
  '"this was not me" is sent only by the button, and shows its effect (%s)',
  async (outcome, title) => {
    const server = fakeServer({
      takeBackDeclaration: () => ({ status: 200, body: { outcome } }),
      userSession: () => ({ status: 200, body: someSession }),
    })
    show(<NotMePage />, { at: '/contract/not-me#a-word', path: '/contract/not-me' })
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/contract/not-me'))
    expect(server.asked('takeBackDeclaration')).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'This was not me' }))
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(server.asked('takeBackDeclaration').map(({ body }) => body)).toEqual([{ token: 'a-word' }])
  },
)
