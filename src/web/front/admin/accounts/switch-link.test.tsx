import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { useSite } from '#web/platform/site/site.ts'
import { useNotifications } from '#web/platform/ui/notifications-store.ts'
import { SwitchLink } from './switch-link.tsx'

const id = '0a000000-0000-4000-8000-000000000001'
const done = () => ({ status: 200, body: { status: 'ok' } }) as const
const ada = { ...someSession, switchedBy: { name: 'Root' } }
const address = () => screen.getByTestId('address').textContent
const press = () => userEvent.click(screen.getByRole('button', { name: '[switch] into the account of Ada' }))

beforeEach(() => useNotifications.setState({ notifications: [] }))

const open = () =>
  show(<SwitchLink id={id} name="Ada" />, {
    at: '/admin/account/list',
    session: { ...someSession, admin: true, account: { ...someSession.account, id: 'the-admins' } },
  })

describe('[switch]', () => {
  test('leads to the front page as the other person', async () => {
    const server = fakeServer({ switchInto: done, userSession: () => ({ status: 200, body: ada }) })
    open()
    expect(screen.getByText('[switch]')).toBeTruthy()
    await press()
    await waitFor(() => expect(address()).toBe('/'))
    expect(server.asked('switchInto').map(({ body }) => body)).toEqual([{ id }])
    expect(useSite.getState().session).toEqual(ada)
  })

  test('asks for the password where that is needed, and for another where it was wrong', async () => {
    const server = fakeServer({
      switchInto: ({ body }) => {
        const { password } = body as { password?: string }
        if (password === undefined)
          return problem('password-required', 'Please enter your password to continue.')
        return password === 'right' ? done() : problem('wrong-password', 'The password is not correct.')
      },
      userSession: () => ({ status: 200, body: ada }),
    })
    open()
    await press()
    expect(
      await screen.findByRole('dialog', { name: 'Enter your password to switch into the account of Ada:' }),
    ).toBeTruthy()
    await userEvent.type(screen.getByLabelText('current password'), 'wrong{Enter}')
    expect(await screen.findByText('The password is not correct.')).toBeTruthy()
    await userEvent.clear(screen.getByLabelText('current password'))
    await userEvent.type(screen.getByLabelText('current password'), 'right{Enter}')
    await waitFor(() => expect(address()).toBe('/'))
    expect(server.asked('switchInto').map(({ body }) => body)).toEqual([
      { id },
      { id, password: 'wrong' },
      { id, password: 'right' },
    ])
  })

  test('says why it was refused', async () => {
    fakeServer({ switchInto: () => problem('not-found', 'This does not exist.') })
    open()
    await press()
    await waitFor(() =>
      expect(useNotifications.getState().notifications).toMatchObject([{ message: 'This does not exist.' }]),
    )
    expect(address()).toBe('/admin/account/list')
  })

  test('is not there for the account that one is in', () => {
    show(<SwitchLink id={someSession.account.id} name="Ada" />, { session: someSession })
    expect(screen.queryByText('[switch]')).toBeNull()
  })
})
