import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { WaitingDeclaration } from '#contract/admin/admin-declaration-calls.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { Component as DeclarationsPage } from './declarations-page.tsx'

const id = '0b000000-0000-4000-8000-000000000000'
const withdrawal: WaitingDeclaration = {
  id,
  kind: 'withdrawal',
  cancellation: null,
  receivedAt: '2026-11-03T10:00:00Z',
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  contract: '2611 0412 3456',
  pieces: null,
  part: null,
  reason: null,
  endsOn: null,
  isHolderKnown: true,
  contractNumber: null,
  order: {
    id: '0c000000-0000-4000-8000-000000000000',
    number: '261104123456',
    lines: [{ name: 'Mug', remaining: 2 }],
  },
}
const open = () => show(<DeclarationsPage />, { session: adminSession })
function serverOf(first: readonly WaitingDeclaration[], refused?: ReturnType<typeof problem>) {
  let declarations = [...first]
  return fakeServer({
    waitingDeclarations: () => ({ status: 200, body: { declarations } }),
    decideWaitingDeclaration: () => {
      if (refused) return refused
      declarations = []
      return { status: 200, body: { status: 'ok' } }
    },
  })
}
async function decide(button: string) {
  await userEvent.click(await screen.findByRole('button', { name: button }))
  await userEvent.type(await screen.findByLabelText('current password'), 'secret word')
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
}

test('a withdrawal is accepted with the password, and it leaves the list', async () => {
  const server = serverOf([withdrawal])
  open()
  const order = await screen.findByRole('link', { name: 'Order 2611 0412 3456' })
  expect(order.getAttribute('href')).toBe('/admin/order/view/0c000000-0000-4000-8000-000000000000')
  await decide('Accept')
  expect(await screen.findByText('No declarations wait for your decision.')).toBeTruthy()
  expect(server.asked('decideWaitingDeclaration')[0]?.body).toEqual({
    id,
    decision: 'accept',
    password: 'secret word',
  })
})

test('a rejection brings the answer that its declarer is told', async () => {
  const server = serverOf([withdrawal])
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Reject' }))
  await userEvent.type(await screen.findByLabelText('Answer to ada@example.org'), 'The 14 days are over.')
  await userEvent.type(screen.getByLabelText('current password'), 'secret word')
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByText('No declarations wait for your decision.')).toBeTruthy()
  expect(server.asked('decideWaitingDeclaration')[0]?.body).toEqual({
    id,
    decision: 'reject',
    answer: 'The 14 days are over.',
    password: 'secret word',
  })
})

test('a part in words is accepted for the pieces that the operator chooses', async () => {
  const server = serverOf([{ ...withdrawal, part: 'one of the mugs' }])
  open()
  const accept = await screen.findByRole<HTMLButtonElement>('button', { name: 'Accept' })
  expect(screen.getByText('one of the mugs')).toBeTruthy()
  expect(accept.disabled).toBe(true)
  await userEvent.selectOptions(screen.getByLabelText('Mug'), '1')
  await decide('Accept')
  await waitFor(() =>
    expect(server.asked('decideWaitingDeclaration')[0]?.body).toEqual({
      id,
      decision: 'accept',
      pieces: [1],
      password: 'secret word',
    }),
  )
})

test('one about an order of which nothing is left is accepted as it was declared', async () => {
  const lines = [{ name: 'Mug', remaining: 0 }]
  const order = { id: '0c000000-0000-4000-8000-000000000000', number: '261104123456', lines }
  const server = serverOf([{ ...withdrawal, order, part: 'one of the mugs' }])
  open()
  await decide('Accept')
  expect(await screen.findByText('No declarations wait for your decision.')).toBeTruthy()
  expect(server.asked('decideWaitingDeclaration')[0]?.body).toEqual({
    id,
    decision: 'accept',
    password: 'secret word',
  })
})

test('one whose contract is not found is accepted for the number that the operator enters', async () => {
  const unknown = { ...withdrawal, kind: 'cancellation', order: null, isHolderKnown: false } as const
  const server = serverOf([unknown])
  open()
  const accept = await screen.findByRole<HTMLButtonElement>('button', { name: 'Accept' })
  expect(accept.disabled).toBe(true)
  expect(screen.getByText('Gave neither the name nor the address of the holder.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Contract number'), '0412 3456 7890 1')
  await decide('Accept')
  await waitFor(() =>
    expect(server.asked('decideWaitingDeclaration')[0]?.body).toMatchObject({ contract: '0412 3456 7890 1' }),
  )
})

test('the prompt shows why the server refused', async () => {
  serverOf([withdrawal], problem('declaration-decided', 'It was decided already.'))
  open()
  await decide('Accept')
  expect(await screen.findByText('It was decided already.')).toBeTruthy()
})
