import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { Component as KeepPage } from './keep-contact-page.tsx'
import { Component as MovePage } from './move-contact-page.tsx'

const session = { userSession: () => ({ status: 200 as const, body: someSession }) }

test('the link to the new address moves only by the button', async () => {
  const body = { email: 'new@example.org' }
  const server = fakeServer({ ...session, proveContactMove: () => ({ status: 200, body }) })
  show(<MovePage />, { at: '/move-contact#a-word', path: '/move-contact' })
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/move-contact'))
  expect(server.asked('proveContactMove')).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Move my account to this address' }))
  expect(await screen.findByText(/You log in with new@example.org from now on\./)).toBeTruthy()
  expect(server.asked('proveContactMove').map(({ body }) => body)).toEqual([{ token: 'a-word' }])
})

test.each([
  ['restored', 'has its former address again', 1],
  ['told', 'another account uses that address by now', 0],
] as const)('the link to object says what becomes of it: %s', async (outcome, text, links) => {
  const server = fakeServer({ ...session, objectToContactMove: () => ({ status: 200, body: { outcome } }) })
  show(<KeepPage />, { at: '/keep-contact#a-word', path: '/keep-contact' })
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/keep-contact'))
  expect(server.asked('objectToContactMove')).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'I did not ask for this' }))
  expect(await screen.findByText(new RegExp(text))).toBeTruthy()
  expect(screen.queryAllByRole('link', { name: 'Choose a new password' })).toHaveLength(links)
})

test('a link that is too old says so, and a page without one has no button', async () => {
  fakeServer({ ...session, proveContactMove: () => problem('move-link-wrong', 'This link is too old.') })
  const { unmount } = show(<MovePage />, { at: '/move-contact#a-word', path: '/move-contact' })
  await userEvent.click(await screen.findByRole('button', { name: 'Move my account to this address' }))
  expect(await screen.findByText('This link is too old.')).toBeTruthy()
  unmount()
  sessionStorage.clear()
  show(<KeepPage />, { at: '/keep-contact', path: '/keep-contact' })
  expect(screen.getByText('This page is opened by the link in our mail.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
