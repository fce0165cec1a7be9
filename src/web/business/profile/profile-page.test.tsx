import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Account, SignedInSession } from '#contract/accounts/accounts.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { useSite } from '#web/platform/site/site.ts'
import { useLocalState } from '#web/platform/site/store.ts'
import { useNotifications } from '#web/platform/ui/notifications-store.ts'
import { Component } from './profile-page.tsx'

const ada = {
  id: 'c1',
  email: 'ada@example.org',
  type: 'email',
  primary: true,
  confirmed: true,
  removable: false,
} as const
const account: Account = { ...someSession.account, contacts: [ada] }
const owner: SignedInSession = { ...someSession, account, permissions: ['account.manage', 'users.manage'] }
const plainUser: SignedInSession = { ...owner, permissions: [] }

const open = (session: SignedInSession = owner) => show(<Component />, { session })
const said = () => useNotifications.getState().notifications.map(({ type, message }) => [type, message])
const sessionNow = () => useSite.getState().session as SignedInSession
const ok = (change: Partial<Account>) => ({
  status: 200 as const,
  body: { account: { ...account, ...change } },
})

describe('access', () => {
  test('a signed-out visitor is told to log in, and returns afterwards', () => {
    show(<Component />, { at: '/account/profile' })
    expect(screen.getByText('Sorry, you have to be logged in to edit your profile.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toContain('/login')
    expect(screen.queryByLabelText('Full name')).toBeNull()
  })

  test('an owner sees name, contacts, messages and this browser', () => {
    open()
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Name', 'Contacts', 'Messages', 'This browser']),
    )
    expect(screen.getByLabelText(/^Tell me by email when there is something new/)).toBeTruthy()
  })

  test('a plain user sees neither contacts nor newsletter', () => {
    open(plainUser)
    expect(screen.getByLabelText('Full name')).toBeTruthy()
    expect(screen.getByRole('group', { name: 'Language of our messages' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Reset locally stored state' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Contacts' })).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByText('Your account carries the same name.')).toBeNull()
  })
})

describe('the name', () => {
  const field = () => screen.getByLabelText<HTMLInputElement>('Full name')
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
  async function enter(name: string) {
    await userEvent.clear(field())
    if (name) await userEvent.type(field(), name)
    await save()
  }

  test('is saved without the spaces around it, and shown everywhere', async () => {
    const server = fakeServer({ changeName: () => ok({ name: 'Ada', version: 2 }) })
    open()
    await enter('  Ada ')
    await waitFor(() => expect(said()).toEqual([['success', 'Your name was saved.']]))
    expect(server.asked('changeName')[0]?.body).toEqual({ name: 'Ada' })
    expect(field().value).toBe('Ada')
    expect(sessionNow().user.name).toBe('Ada')
    expect(sessionNow().account).toMatchObject({ name: 'Ada', version: 2 })
  })

  test('is not sent when it is empty', async () => {
    const server = fakeServer({})
    open()
    await enter(' ')
    expect(await screen.findByText('Please enter your name.')).toBeTruthy()
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(server.requests).toEqual([])
  })

  test('keeps the input if the server refuses, and shows the reason at the field', async () => {
    fakeServer({ changeName: () => problem('invalid', 'Please check.', { name: 'Not a name.' }) })
    open()
    await enter('Robert')
    expect(await screen.findByText('Not a name.')).toBeTruthy()
    expect(field().value).toBe('Robert')
    expect(sessionNow().user.name).toBe('Ada King Lovelace')
  })

  test('reports that the server cannot be reached', async () => {
    fakeServer({ changeName: () => 'unreachable' })
    open()
    await enter('Robert')
    expect((await screen.findByRole('alert')).textContent).toBe("HTTP Error: the server can't be reached")
  })
})

describe('messages', () => {
  const newsletter = () =>
    screen.getByLabelText<HTMLInputElement>(/^Tell me by email when there is something new/)
  const german = () => screen.getByLabelText<HTMLInputElement>('Deutsch')

  test('the newsletter is saved at once', async () => {
    const server = fakeServer({
      changeNewsletter: ({ body }) => ok({ newsletter: (body as { newsletter: boolean }).newsletter }),
    })
    open()
    await userEvent.click(newsletter())
    await waitFor(() => expect(said()).toEqual([['success', 'You are subscribed to the newsletter.']]))
    expect(newsletter().checked).toBe(true)
    await userEvent.click(newsletter())
    await waitFor(() => expect(sessionNow().account.newsletter).toBe(false))
    expect(newsletter().checked).toBe(false)
    expect(server.asked('changeNewsletter').map(({ body }) => body)).toEqual([
      { newsletter: true },
      { newsletter: false },
    ])
  })

  test.each([
    [true, false],
    [false, true],
  ])(
    'the admin switched into an account can end the newsletter, and not begin it: %j',
    (subscribed, shut) => {
      open({ ...owner, account: { ...account, newsletter: subscribed }, switchedBy: { name: 'Root' } })
      expect([newsletter().checked, newsletter().disabled]).toEqual([subscribed, shut])
    },
  )

  test('a newsletter that could not be changed is shown unchanged, with the reason', async () => {
    fakeServer({ changeNewsletter: () => problem('unavailable', 'Not now.') })
    open()
    await userEvent.click(newsletter())
    await waitFor(() => expect(said()).toEqual([['error', 'Not now.']]))
    expect(newsletter().checked).toBe(false)
  })

  test('the language is chosen at once, and the last choice wins', async () => {
    let answer: (() => void) | undefined
    const server = fakeServer({
      changeLanguage: async ({ body }) => {
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        return ok({ language: (body as { language: string }).language })
      },
    })
    open()
    await userEvent.click(german())
    await userEvent.click(screen.getByLabelText('English'))
    await userEvent.click(german())
    await userEvent.click(screen.getByLabelText('English'))
    expect(german().checked).toBe(false)
    await waitFor(() => expect(answer).toBeDefined())
    answer?.()
    await waitFor(() => expect(server.asked('changeLanguage')).toHaveLength(2))
    answer?.()
    await waitFor(() => expect(sessionNow().account.language).toBe('en'))
    expect(server.asked('changeLanguage').map(({ body }) => body)).toEqual([
      { language: 'de' },
      { language: 'en' },
    ])
    expect(german().checked).toBe(false)
  })
})

test('the locally stored state is reset', async () => {
  useLocalState.setState({ speed: 2, theme: 'dark', autoplay: true })
  open()
  await userEvent.click(screen.getByRole('button', { name: 'Reset locally stored state' }))
  expect(useLocalState.getState()).toMatchObject({ speed: 1, theme: undefined, autoplay: false })
  expect(said()).toEqual([['success', 'The locally stored state was reset.']])
})

describe('an unconfirmed owner', () => {
  const pending = { ...ada, confirmed: false }
  const unconfirmed: SignedInSession = {
    ...owner,
    user: { ...owner.user, confirmed: false },
    account: { ...account, contacts: [pending] },
  }

  test('is reminded, and can have the message sent again', async () => {
    const server = fakeServer({ resendConfirmation: () => ok({ contacts: [pending] }) })
    open(unconfirmed)
    expect(
      screen.getByText(
        'Please click on the link in the message we sent to confirm you can be reached at ada@example.org.',
      ),
    ).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Resend' }))
    await waitFor(() =>
      expect(said()).toEqual([['success', 'A confirmation message has been sent to "ada@example.org".']]),
    )
    expect(server.asked('resendConfirmation')[0]?.body).toEqual({ contactId: 'c1' })
  })

  test('sees if it could not be sent', async () => {
    fakeServer({ resendConfirmation: () => problem('unavailable', 'Not now.') })
    open(unconfirmed)
    await userEvent.click(screen.getByRole('button', { name: 'Resend' }))
    await waitFor(() => expect(said()).toEqual([['error', 'Not now.']]))
  })

  test('a confirmed one is not reminded', () => {
    open()
    expect(screen.queryByText('Your email is not confirmed yet')).toBeNull()
  })
})
