import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { Component } from './join-page.tsx'

const invitation = { accountName: 'Brightwater Software', domain: 'example.org', seatLeft: true }
const invited = (change: Partial<typeof invitation> | { domain: null } = {}) => ({
  invitation: () => ({ status: 200 as const, body: { ...invitation, ...change } }),
})
const accepted = () =>
  ({ status: 202, body: { status: 'confirmation-needed', email: 'ada@example.org' } }) as const

const open = (more: Parameters<typeof show>[1] = {}) =>
  show(<Component />, { at: '/join/c0de-c0de', path: '/join/:code', ...more })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Join' }))

async function enter(change: { [label: string]: string } = {}, agreed = true) {
  await screen.findByRole('heading', { name: 'Join Brightwater Software' })
  const entered = {
    'Full name': 'Ada Lovelace',
    Email: 'ada@example.org',
    Password: 'correct horse',
    'Confirm password': 'correct horse',
    ...change,
  }
  for (const [label, value] of Object.entries(entered)) {
    await userEvent.clear(field(label))
    if (value) await userEvent.type(field(label), value)
  }
  if (agreed) await userEvent.click(screen.getByRole('checkbox', { name: /I agree to the terms/ }))
}

describe('the page of an invite link', () => {
  test('shows the inviting account, and the allowed addresses', async () => {
    const server = fakeServer(invited())
    open()
    expect(
      await screen.findByText(
        'Brightwater Software invites you to watch the videos here with them. You pay nothing.',
      ),
    ).toBeTruthy()
    expect(screen.getByText('An email of example.org.')).toBeTruthy()
    expect(server.asked('invitation')[0]?.params).toEqual({ id: 'c0de-c0de' })
  })

  test('has no code in its address once that is read, and works when it is loaded again', async () => {
    const server = fakeServer(invited())
    const { unmount } = open()
    await screen.findByRole('heading', { name: 'Join Brightwater Software' })
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/join/invited'))
    unmount()
    open({ at: '/join/invited' })
    await screen.findByRole('heading', { name: 'Join Brightwater Software' })
    expect(server.asked('invitation').map(({ params }) => params.id)).toEqual(['c0de-c0de', 'c0de-c0de'])
  })

  test('asks for no domain if the link has none', async () => {
    fakeServer(invited({ domain: null }))
    open()
    await screen.findByRole('heading', { name: 'Join Brightwater Software' })
    expect(screen.queryByText(/An email of/)).toBeNull()
  })

  test('reports that the link is no longer valid', async () => {
    fakeServer({ invitation: () => problem('not-found', 'This does not exist (any more).') })
    open()
    expect(await screen.findByRole('heading', { name: 'This link does not work any more' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Join' })).toBeNull()
  })

  test('offers another try where the server can not be reached', async () => {
    let reachable = false
    fakeServer({ invitation: () => (reachable ? invited().invitation() : 'unreachable') })
    open()
    expect((await screen.findByRole('alert')).textContent).toMatch(/can't be reached/)
    reachable = true
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: 'Join' })).toBeTruthy()
  })

  test('reports that no license is free, and has no form', async () => {
    fakeServer(invited({ seatLeft: false }))
    open()
    expect(await screen.findByText(/All licenses of Brightwater Software are in use/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Join' })).toBeNull()
  })

  test('lets a signed-in user log out first', async () => {
    const server = fakeServer({
      ...invited(),
      logout: () => ({ status: 200, body: { status: 'ok' } }),
      userSession: () => ({ status: 200, body: { authenticated: false } }),
    })
    open({ session: someSession })
    expect(await screen.findByText(/You are logged in as ada@example.org/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
    expect(await screen.findByRole('button', { name: 'Join' })).toBeTruthy()
    // kept for a reload
    expect(sessionStorage.getItem('lectern')).toMatch(/^\{"link":/)
    expect(server.asked('logout')).toHaveLength(1)
  })
})

describe('joining', () => {
  test('a wrong address is put right in the form, which has all but the passwords', async () => {
    fakeServer({ ...invited(), join: accepted })
    open()
    await enter({ 'Full name': 'Ada Lovelace' })
    await submit()
    await userEvent.click(await screen.findByRole('button', { name: 'Wrong address?' }))
    const values = ['Full name', 'Email', 'Password', 'Confirm password'].map(
      (label) => screen.getByLabelText<HTMLInputElement>(label).value,
    )
    expect(values).toEqual(['Ada Lovelace', 'ada@example.org', '', ''])
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
  })

  test('sends the input with the code, and shows the confirmation message', async () => {
    const server = fakeServer({ ...invited(), join: accepted })
    open()
    await enter({ 'Full name': ' Ada Lovelace ' })
    await submit()
    expect(
      await screen.findByText(
        'Please click on the link in the message we sent to confirm you can be reached at ada@example.org.',
      ),
    ).toBeTruthy()
    expect(server.asked('join')[0]?.body).toEqual({
      code: 'c0de-c0de',
      name: 'Ada Lovelace',
      email: 'ada@example.org',
      password: 'correct horse',
      termsAccepted: true,
    })
  })

  test('asks for everything at once if the form is empty', async () => {
    const server = fakeServer(invited())
    open()
    await screen.findByRole('button', { name: 'Join' })
    await submit()
    for (const sentence of [
      'Please enter your name.',
      'Please enter your email.',
      'Please choose a password.',
      'You have to agree to the terms & conditions in order to use the product',
    ])
      expect(await screen.findByText(sentence)).toBeTruthy()
    expect(document.activeElement).toBe(field('Full name'))
    expect(server.asked('join')).toEqual([])
  })

  test.each([
    ['Email', 'ada@other.example', 'Please enter an email of example.org.'],
    ['Email', 'ada@sub.example.org', 'Please enter an email of example.org.'],
    ['Email', 'ada', 'Please enter a valid email.'],
    ['Confirm password', 'other horse', 'The passwords do not match.'],
    ['Password', 'short', 'Please choose a password with at least 8 characters.'],
  ])('requires for %s %j: %s', async (label, value, sentence) => {
    const server = fakeServer(invited())
    open()
    await enter({ [label]: value })
    await submit()
    const complaint = await screen.findByText(sentence)
    expect(field(label).getAttribute('aria-describedby')).toContain(complaint.id)
    expect(server.asked('join')).toEqual([])
  })

  test("shows the server's fault of a field at that field, and anything else above the button", async () => {
    const answers = [
      problem('invalid', 'Please check your entries.', { email: 'This email will not do.' }),
      problem('no-seat-left', 'All licenses of this account are in use.'),
    ]
    fakeServer({ ...invited(), join: () => answers.shift() ?? accepted() })
    open()
    await enter()
    await submit()
    expect(await screen.findByText('This email will not do.')).toBeTruthy()
    expect(document.activeElement).toBe(field('Email'))
    await submit()
    expect((await screen.findByRole('alert')).textContent).toBe('All licenses of this account are in use.')
    expect(field('Full name').value).toBe('Ada Lovelace')
  })

  test('sent again after a lost reply is the same joining', async () => {
    const server = fakeServer({ ...invited(), join: () => 'unreachable' })
    open()
    await enter()
    await submit()
    await screen.findByRole('alert')
    await submit()
    await waitFor(() => expect(server.asked('join')).toHaveLength(2))
    const keys = server.asked('join').map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
  })
})
