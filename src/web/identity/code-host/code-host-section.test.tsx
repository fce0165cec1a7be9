import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { useSite } from '#web/platform/site/site.ts'
import { Notifications } from '#web/platform/ui/notifications.tsx'
import { CodeHostSection } from './code-host-section.tsx'

const linked = () =>
  ({
    status: 200,
    body: { identity: { login: 'ada', linkedAt: new Date(2026, 10, 3, 12).toISOString() } },
  }) as const
const unlinked = () => ({ status: 200, body: { identity: null } }) as const

const withPicture = { ...someSession, user: { ...someSession.user, avatarUrl: '/avatars/x.png' } }

function open(at = '/account/security', config = { githubLogin: true }) {
  show(
    <>
      <CodeHostSection />
      <Notifications />
    </>,
    { at, path: '/account/security', config, session: withPicture },
  )
}
const unlink = async () => userEvent.click(await screen.findByRole('button', { name: 'Unlink' }))

describe('the code host on the security page', () => {
  test('is not there where none is configured', () => {
    fakeServer({})
    open('/account/security', { githubLogin: false })
    expect(screen.queryByRole('heading', { name: 'GitHub' })).toBeNull()
  })

  test('can be linked', async () => {
    fakeServer({ codeHostIdentity: unlinked })
    open()
    expect(await screen.findByRole('button', { name: 'Link GitHub account' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Unlink' })).toBeNull()
  })

  test('requires the password before linking, or a code', async () => {
    const server = fakeServer({
      codeHostIdentity: unlinked,
      startCodeHostLink: ({ body }) => {
        const { currentPassword } = body as { currentPassword?: string }
        return currentPassword === undefined
          ? problem('proof-required', 'Please enter your current password, or a code.')
          : problem('wrong-password', 'The password is not correct.')
      },
    })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Link GitHub account' }))
    await userEvent.type(await screen.findByLabelText('current password'), 'not mine{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('The password is not correct.')
    await userEvent.click(screen.getByRole('button', { name: 'Use a code of my second factor' }))
    await userEvent.type(screen.getByLabelText(/^Code of your authenticator app/), '123456{Enter}')
    expect(server.asked('startCodeHostLink').map(({ body }) => body)).toEqual([
      {},
      { currentPassword: 'not mine' },
      { code: '123456' },
    ])
  })

  test('asks a user who has neither for a mailed code', async () => {
    const server = fakeServer({
      codeHostIdentity: unlinked,
      startCodeHostLink: () => problem('mailed-code-required', 'We sent a code.'),
    })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Link GitHub account' }))
    expect(await screen.findByText(/We have sent a code to your confirmed email/)).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Code from the email'), 'K7QM-2F9X-VB3T{Enter}')
    expect(server.asked('startCodeHostLink').at(-1)?.body).toEqual({ code: 'K7QM-2F9X-VB3T' })
  })

  test('shows the linked identity', async () => {
    fakeServer({ codeHostIdentity: linked })
    open()
    expect(await screen.findByText('You can log in as @ada, linked on 3. November, 2026.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Link GitHub account' })).toBeNull()
  })

  test('says once that the link is made', async () => {
    fakeServer({ codeHostIdentity: linked })
    open('/account/security?linked=ada')
    expect(await screen.findByText('Your GitHub account @ada is linked now.')).toBeTruthy()
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/account/security'))
  })

  test('shows no text from the URL', async () => {
    fakeServer({ codeHostIdentity: linked })
    open('/account/security?linked=eve')
    await screen.findByText(/You can log in as @ada/)
    expect(screen.queryByText(/is linked now/)).toBeNull()
  })

  test('shows why nothing was linked', async () => {
    fakeServer({ codeHostIdentity: unlinked })
    open('/account/security?problem=code-host-taken')
    expect((await screen.findByRole('alert')).textContent).toMatch(/^This GitHub account can not be linked:/)
  })

  test('can be unlinked, which deletes the picture', async () => {
    const server = fakeServer({
      codeHostIdentity: linked,
      unlinkCodeHost: unlinked,
      userSession: () => ({ status: 200, body: someSession }),
    })
    open()
    await unlink()
    expect(await screen.findByText('Your GitHub account is no longer linked.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Link GitHub account' })).toBeTruthy()
    expect(server.asked('unlinkCodeHost')).toHaveLength(1)
    await waitFor(() => expect(useSite.getState().session).toEqual(someSession))
  })

  test('stays linked for a user without a password, with a hint to choose one', async () => {
    const sentence = 'Please choose a password first, or you could not log in any more.'
    fakeServer({
      codeHostIdentity: linked,
      unlinkCodeHost: () => problem('password-needed', sentence),
    })
    open()
    await unlink()
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
    expect(screen.getByRole('link', { name: 'Choose a password by email' }).getAttribute('href')).toBe(
      '/reset-password/start',
    )
    expect(screen.getByText(/You can log in as @ada/)).toBeTruthy()
  })

  test('can be retried if it could not be read', async () => {
    let answers = 0
    fakeServer({
      codeHostIdentity: () => {
        answers += 1
        return answers === 1 ? problem('forbidden', 'You are not allowed to do this.') : linked()
      },
    })
    open()
    expect((await screen.findByRole('alert')).textContent).toBe('You are not allowed to do this.')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/You can log in as @ada/)).toBeTruthy()
  })
})
