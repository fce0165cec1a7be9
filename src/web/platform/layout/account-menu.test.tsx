import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Permission } from '#contract/accounts/accounts.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { useSite } from '#web/platform/site/site.ts'
import { Notifications } from '#web/platform/ui/notifications.tsx'
import AccountButton from './account-button.tsx'
import { AccountMenu, accountEntries } from './account-menu.tsx'

afterEach(() => vi.useRealTimers())

const avatar = () => screen.getByRole('button', { name: /Account menu/ })
const over = (element: Element) =>
  act(() => {
    fireEvent.pointerEnter(element, { pointerType: 'mouse' })
    fireEvent.mouseEnter(element)
    fireEvent.mouseMove(element)
  })
const away = (element: Element) =>
  act(() => {
    fireEvent.pointerLeave(element, { pointerType: 'mouse' })
    fireEvent.mouseLeave(element, { clientX: 500, clientY: 500, relatedTarget: document.body })
    fireEvent.mouseMove(document.body, { clientX: 500, clientY: 500 })
  })
const press = (element: Element) => {
  fireEvent.pointerDown(element, { pointerType: 'mouse', width: 1, height: 1, pressure: 0.5 })
  fireEvent.mouseDown(element)
  fireEvent.click(element)
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('the account dropdown', () => {
  test('opens on mouse-over at once and closes 300 ms after the mouse left', async () => {
    vi.useFakeTimers()
    show(<AccountMenu session={someSession} />)
    over(avatar())
    await wait(0)
    expect(screen.getByRole('menu')).toBeTruthy()
    away(avatar())
    await wait(299)
    expect(screen.getByRole('menu')).toBeTruthy()
    await wait(1)
    await wait(50)
    expect(screen.queryByRole('menu')).toBeNull()
  })

  test('stays when the mouse comes back in time', async () => {
    vi.useFakeTimers()
    show(<AccountMenu session={someSession} />)
    over(avatar())
    await wait(0)
    away(avatar())
    await wait(200)
    over(avatar())
    await wait(1000)
    expect(screen.getByRole('menu')).toBeTruthy()
  })

  test('works by keyboard: opens, moves, closes and gives the focus back', async () => {
    show(<AccountMenu session={someSession} />)
    await userEvent.tab()
    expect(document.activeElement).toBe(avatar())
    await userEvent.keyboard('{Enter}')
    const [first, ...more] = await screen.findAllByRole('menuitem')
    await waitFor(() => expect(document.activeElement).toBe(first))
    await userEvent.keyboard('{End}')
    expect(document.activeElement).toBe(more.at(-1))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(document.activeElement).toBe(avatar())
  })

  test('opens on a click or touch', async () => {
    show(<AccountMenu session={someSession} />)
    await userEvent.click(avatar())
    expect(await screen.findByRole('menu')).toBeTruthy()
  })

  test('that the mouse opened stays when its button is pressed, however late, and closes when it is pressed again', async () => {
    vi.useFakeTimers()
    show(<AccountMenu session={someSession} />)
    over(avatar())
    await wait(2000)
    press(avatar())
    await wait(100)
    expect(screen.getByRole('menu')).toBeTruthy()
    press(avatar())
    await wait(100)
    expect(screen.queryByRole('menu')).toBeNull()
  })

  test("shows the user's name and offers to log out", async () => {
    show(<AccountMenu session={someSession} arrival="pressed" />)
    const menu = await screen.findByRole('menu')
    expect(menu.textContent).toContain('Ada King Lovelace')
    expect(menu.textContent).toContain('ada@example.org')
    expect(within(menu).getAllByRole('menuitem').at(-1)?.textContent).toBe('Logout')
  })

  test('logs out: the session ends and the visitor is on the landing page', async () => {
    const server = fakeServer({
      logout: () => ({ status: 200, body: { status: 'ok' } }),
      userSession: () => ({ status: 200, body: { authenticated: false } }),
    })
    show(<AccountMenu session={someSession} arrival="pressed" />, { at: '/content', session: someSession })
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }))
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'))
    expect(server.asked('logout')).toHaveLength(1)
    expect(useSite.getState().session).toEqual({ authenticated: false })
  })

  test('a page restored from the back/forward cache reads the session again, a reloaded one has done so', async () => {
    const server = fakeServer({ userSession: () => ({ status: 200, body: { authenticated: false } }) })
    show(<AccountMenu session={someSession} arrival="pressed" />, { at: '/content', session: someSession })
    await screen.findByRole('menu')
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
    expect(server.asked('userSession')).toEqual([])
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await waitFor(() => expect(useSite.getState().session).toEqual({ authenticated: false }))
  })

  test('stays logged in and says so when the server cannot be reached', async () => {
    fakeServer({ logout: () => problem('unavailable', 'Not now.') })
    const both = (
      <>
        <AccountMenu session={someSession} arrival="pressed" />
        <Notifications />
      </>
    )
    show(both, { at: '/content', session: someSession })
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }))
    expect(await screen.findByText('Not now.')).toBeTruthy()
    expect(useSite.getState().session).toEqual(someSession)
  })
})

describe('the avatar', () => {
  test.each([
    ['Ada King Lovelace', 'AL'],
    ['ada', 'A'],
    ['  Ærøskøbing   ', 'Æ'],
    ['😀 Smith', '😀S'],
    ['', 'A'],
  ])('of %j shows %s', (name, initials) => {
    const session = { ...someSession, user: { ...someSession.user, name } }
    show(<AccountButton session={session} />)
    expect(avatar().querySelector('[aria-hidden]')?.textContent).toBe(initials)
  })

  test("is the user's picture, if they have one", () => {
    const session = { ...someSession, user: { ...someSession.user, avatarUrl: '/avatars/1.png' } }
    show(<AccountButton session={session} />)
    expect(avatar().querySelector('img')?.getAttribute('src')).toBe('/avatars/1.png')
  })

  test('loads its menu when one reaches for it, and keeps the focus', async () => {
    show(<AccountButton session={someSession} />)
    avatar().focus()
    await waitFor(() => expect(avatar().id).not.toBe(''), { timeout: 10_000 })
    // an effect moves the focus, just after the menu's own button is drawn
    await waitFor(() => expect(document.activeElement).toBe(avatar()))
    expect(screen.queryByRole('menu')).toBeNull()
  })

  test('opens its menu when the mouse rests on it while that is loading, and closes it 300 ms after', async () => {
    show(<AccountButton session={someSession} />)
    over(avatar())
    const menu = await screen.findByRole('menu', {}, { timeout: 10_000 })
    over(avatar())
    away(avatar())
    expect(menu.isConnected).toBe(true)
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  })

  test('opens its menu also when the pointer comes from a removed element', async () => {
    show(
      <main>
        <AccountButton session={someSession} />
      </main>,
    )
    // the browser sent no event for leaving
    fireEvent.pointerOver(avatar(), { pointerType: 'mouse', relatedTarget: screen.getByRole('main') })
    expect(await screen.findByRole('menu', {}, { timeout: 10_000 })).toBeTruthy()
  })

  test('opens its menu when the mouse came just before it listened', async () => {
    const matches = vi.spyOn(HTMLElement.prototype, 'matches')
    matches.mockImplementation(function (this: HTMLElement, selector: string) {
      return selector === ':hover' ? this === avatar() : Element.prototype.matches.call(this, selector)
    })
    show(<AccountMenu session={someSession} />)
    expect(await screen.findByRole('menu')).toBeTruthy()
    matches.mockRestore()
  })

  test('does not open its menu if the pointer has moved on meanwhile', async () => {
    show(<AccountButton session={someSession} />)
    over(avatar())
    fireEvent.pointerLeave(avatar(), { pointerType: 'mouse' })
    await waitFor(() => expect(avatar().id).not.toBe(''), { timeout: 10_000 })
    expect(screen.queryByRole('menu')).toBeNull()
  })

  test('opens its menu when the mouse rested on it while that was loading, and keeps it when it is pressed then', async () => {
    show(<AccountButton session={someSession} />)
    over(avatar())
    const menu = await screen.findByRole('menu', {}, { timeout: 10_000 })
    press(avatar())
    await act(() => new Promise((done) => setTimeout(done, 50)))
    expect(menu.isConnected).toBe(true)
  })

  test('opens its menu when it was pressed while that was loading', async () => {
    show(<AccountButton session={someSession} />)
    fireEvent.click(avatar())
    expect(await screen.findByRole('menu', {}, { timeout: 10_000 })).toBeTruthy()
  })
})

const all: Permission[] = ['account.manage', 'subscription.manage', 'users.manage']

const names = (permissions: Permission[], admin = false) =>
  accountEntries({ permissions, admin }).map(({ text }) => text())

describe('the account menu', () => {
  test('has every entry, in order, for an owner', () => {
    expect(names(all)).toEqual(['Manage Account', 'Subscription', 'Manage Users', 'Manage Password'])
  })

  test('has Manage Password alone for a user without permissions', () => {
    expect(names([])).toEqual(['Manage Password'])
  })

  test.each([
    ['account.manage', 'Manage Account'],
    ['subscription.manage', 'Subscription'],
    ['users.manage', 'Manage Users'],
  ] as const)('shows with the permission %s the entry %s', (permission, entry) => {
    expect(names([permission])).toEqual([entry, 'Manage Password'])
  })

  test("links to the admin's screens for the admin only", () => {
    expect(names(all, true)[0]).toBe('Admin')
    expect(names(all)).not.toContain('Admin')
  })
})
