import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Account, SignedInSession } from '#contract/accounts/accounts.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { noticeEndedSession } from '#web/platform/site/ended-session.ts'
import { useSession } from '#web/platform/site/site.ts'
import { useNotifications } from '#web/platform/ui/notifications-store.ts'
import { ContactsSection } from './contacts-section.tsx'

const title = 'Please supply your current password when changing your email contacts.'
const contact = (id: string, email: string, state: Partial<Account['contacts'][number]> = {}) => ({
  id,
  email,
  type: 'email' as const,
  primary: false,
  confirmed: true,
  removable: true,
  ...state,
})
const primary = contact('c1', 'ada@example.org', { primary: true, removable: false })
const second = contact('c2', 'ada@work.example')
const pending = contact('c3', 'ada@new.example', { confirmed: false })

function Contacts() {
  const session = useSession()
  return session?.authenticated ? <ContactsSection contacts={session.account.contacts} /> : null
}

const sessionWith = (contacts: Account['contacts']): SignedInSession => ({
  ...someSession,
  permissions: ['account.manage'],
  account: { ...someSession.account, contacts },
})
const open = (contacts: Account['contacts'] = [primary, second, pending]) =>
  show(<Contacts />, { session: sessionWith(contacts) })
const ok = (contacts: Account['contacts']) => ({
  status: 200 as const,
  body: { account: { ...someSession.account, contacts } },
})
const said = () => useNotifications.getState().notifications.map(({ type, message }) => [type, message])
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const dialog = () => screen.findByRole('dialog', { name: title })
async function submit(password: string) {
  const field = within(await dialog()).getByLabelText('current password')
  await userEvent.clear(field)
  if (password) await userEvent.type(field, password)
  await click('Submit')
}
const emails = () => screen.getAllByText(/^ada@[a-z]+\.[a-z]+$/, { selector: 'p' }).map((p) => p.textContent)

afterEach(() => vi.restoreAllMocks())

describe('the contacts', () => {
  test('show their state and their actions', () => {
    open()
    const rows = screen.getAllByRole('listitem').map((item) => ({
      states: within(item)
        .getAllByText(/^(Primary|Confirmed|Not confirmed)$/)
        .map(({ textContent }) => textContent),
      actions: within(item)
        .queryAllByRole('button')
        .map(({ textContent }) => textContent),
    }))
    expect(rows).toEqual([
      { states: ['Primary', 'Confirmed'], actions: [] },
      { states: ['Confirmed'], actions: ['Make primary ada@work.example', 'Remove ada@work.example'] },
      {
        states: ['Not confirmed'],
        actions: ['Resend confirmation ada@new.example', 'Remove ada@new.example'],
      },
    ])
  })

  test('are a table on wide screens', () => {
    const wide = Object.assign(new EventTarget(), { matches: true }) as MediaQueryList
    vi.spyOn(window, 'matchMedia').mockReturnValue(wide)
    open()
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Contact',
      'Status',
      'Actions',
    ])
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      'ada@example.org',
      'ada@work.example',
      'ada@new.example',
    ])
    expect(screen.queryByRole('listitem')).toBeNull()
  })

  test('show a confirmation from another tab on return', async () => {
    fakeServer({
      userSession: () => ({ status: 200, body: sessionWith([primary, { ...pending, confirmed: true }]) }),
    })
    open([primary, pending])
    noticeEndedSession()
    fireEvent(document, new Event('visibilitychange'))
    await waitFor(() => expect(screen.queryByText('Not confirmed')).toBeNull())
  })
})

describe('adding a contact', () => {
  const field = () => screen.getByLabelText<HTMLInputElement>('Another email')
  async function add(email: string) {
    if (email) await userEvent.type(field(), email)
    await click('Add contact')
  }

  test('requires the password, again after a wrong one, and says where the message was sent', async () => {
    const added = contact('c4', 'new@example.org', { confirmed: false })
    const server = fakeServer({
      changeContact: ({ body }) =>
        (body as { currentPassword: string }).currentPassword === 'right'
          ? ok([primary, added])
          : problem('wrong-password', 'The password is not correct.'),
    })
    open([primary])
    await add(' new@example.org ')
    expect(within(await dialog()).getByText('new@example.org will be added.')).toBeTruthy()
    await submit('wrong')
    expect((await screen.findByRole('alert')).textContent).toBe('The password is not correct.')
    expect(await dialog()).toBeTruthy()
    await submit('right')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(said()).toEqual([['success', 'A confirmation message has been sent to "new@example.org".']])
    expect(screen.getByText('new@example.org', { selector: 'p' })).toBeTruthy()
    expect(field().value).toBe('')
    expect(server.asked('changeContact').map(({ body }) => body)).toEqual([
      { add: 'new@example.org', currentPassword: 'wrong' },
      { add: 'new@example.org', currentPassword: 'right' },
    ])
  })

  test('pressed again after a lost reply carries the same key; another time another one', async () => {
    let lost = true
    const server = fakeServer({
      changeContact: () => {
        if (!lost) return ok([primary])
        lost = false
        return 'unreachable'
      },
    })
    open([primary])
    await add('new@example.org')
    await submit('right')
    await screen.findByRole('alert')
    await submit('right')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await add('new@example.org')
    await submit('right')
    await waitFor(() => expect(server.asked('changeContact')).toHaveLength(3))
    const keys = server.asked('changeContact').map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[1])
  })

  test('sends nothing without a password', async () => {
    const server = fakeServer({})
    open([primary])
    await add('new@example.org')
    await submit('')
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter your password.')
    expect(server.requests).toEqual([])
  })

  test.each([
    ['', 'Please enter your email.'],
    ['ada', 'Please enter a valid email.'],
    ['ADA@example.org', 'This contact is already associated with this account.'],
  ])('of %j is refused before the password is requested', async (email, sentence) => {
    open([primary])
    await add(email)
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test("shows the server's sentence for the address in the dialog", async () => {
    fakeServer({ changeContact: () => problem('invalid', 'Please check.', { add: 'Not that one.' }) })
    open([primary])
    await add('new@example.org')
    await submit('right')
    expect((await screen.findByRole('alert')).textContent).toBe('Not that one.')
  })
})

test('a contact is removed with the password', async () => {
  const server = fakeServer({ changeContact: () => ok([primary, pending]) })
  open()
  await click('Remove ada@work.example')
  expect(within(await dialog()).getByText('ada@work.example will be removed.')).toBeTruthy()
  await submit('right')
  await waitFor(() => expect(emails()).toEqual(['ada@example.org', 'ada@new.example']))
  expect(server.asked('changeContact')[0]?.body).toEqual({ remove: 'c2', currentPassword: 'right' })
  expect(said()).toEqual([['success', 'The contact ada@work.example was removed.']])
  // its button was removed
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Contacts'))
})

test('a contact becomes the primary one with the password', async () => {
  const server = fakeServer({
    changePrimaryContact: () => ok([{ ...second, primary: true, removable: false }, primary]),
  })
  open()
  await click('Make primary ada@work.example')
  await submit('right')
  await waitFor(() => expect(emails()).toEqual(['ada@work.example', 'ada@example.org']))
  expect(server.asked('changePrimaryContact')[0]?.body).toEqual({ contactId: 'c2', currentPassword: 'right' })
  expect(said()).toEqual([['success', 'The contact ada@work.example is now your primary contact.']])
})

test('the dialog that is closed changes nothing', async () => {
  const server = fakeServer({})
  open()
  await click('Remove ada@work.example')
  await dialog()
  await click('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.requests).toEqual([])
  expect(emails()).toHaveLength(3)
})

test('the message of one contact is sent again, busy meanwhile', async () => {
  let answer: (() => void) | undefined
  fakeServer({
    resendConfirmation: async () => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return ok([primary, second, pending])
    },
  })
  open()
  await click('Resend confirmation ada@new.example')
  const button = screen.getByRole('button', { name: 'Resend confirmation ada@new.example' })
  await waitFor(() => expect(answer).toBeDefined())
  expect(button.getAttribute('aria-busy')).toBe('true')
  answer?.()
  await waitFor(() =>
    expect(said()).toEqual([['success', 'A confirmation message has been sent to "ada@new.example".']]),
  )
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
})
