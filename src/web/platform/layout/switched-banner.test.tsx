import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { useSite } from '#web/platform/site/site.ts'
import { Layout } from './layout.tsx'

const switched = { ...someSession, switchedBy: { name: 'Root' } }
const admin = { ...someSession, admin: true }
const banner = () => screen.findByRole('complementary', { name: 'Switched account' })

test('the admin in an account sees its user on every page, and returns to their own', async () => {
  fakeServer({
    returnFromSwitch: () => ({ status: 200, body: { status: 'ok' } }),
    userSession: () => ({ status: 200, body: admin }),
  })
  show(<Layout />, { at: '/pricing', session: switched })
  expect((await banner()).textContent).toBe('You are Ada King Lovelace (as admin)Return')
  await userEvent.click(screen.getByRole('button', { name: 'Return' }))
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/admin/account/list'))
  expect(useSite.getState().session).toEqual(admin)
  expect(screen.queryByRole('complementary', { name: 'Switched account' })).toBeNull()
})

test('that one cannot go back is said, and the banner stays', async () => {
  fakeServer({ returnFromSwitch: () => problem('unavailable', 'Not now.') })
  show(<Layout />, { at: '/pricing', session: switched })
  await banner()
  await userEvent.click(screen.getByRole('button', { name: 'Return' }))
  expect(await screen.findByText('Not now.')).toBeTruthy()
  expect(await banner()).toBeTruthy()
})

test('other users do not see it', () => {
  fakeServer({})
  show(<Layout />, { at: '/pricing', session: someSession })
  expect(screen.queryByText(/as admin/)).toBeNull()
})
