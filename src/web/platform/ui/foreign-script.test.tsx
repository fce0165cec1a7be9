import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

// each test begins with a new document
beforeEach(() => {
  vi.resetModules()
  sessionStorage.clear()
})
const onlyThis = (pathname: string) => pathname === '/content/video/a'

test('the last notification is shown again by the next document', async () => {
  const { noteForeignScript } = await import('#web/platform/site/foreign-script.ts')
  const before = await import('./notifications-store.ts')
  before.carryNotifications()
  before.notify('Your subscription now uses the new card.', 'success')
  dispatchEvent(new Event('pagehide'))
  vi.resetModules()
  const without = await import('./notifications-store.ts')
  expect(without.useNotifications.getState().notifications).toEqual([])

  noteForeignScript(onlyThis)
  dispatchEvent(new Event('pagehide'))
  vi.resetModules()
  const after = await import('./notifications-store.ts')
  expect(after.useNotifications.getState().notifications).toMatchObject([
    { message: 'Your subscription now uses the new card.', type: 'success' },
  ])
  vi.resetModules()
  const later = await import('./notifications-store.ts')
  expect(later.useNotifications.getState().notifications).toEqual([])
})

test('so it is where a page loads its own document because of its policy', async () => {
  const { loadOwnDocument } = await import('#web/platform/site/site-history.ts')
  const before = await import('./notifications-store.ts')
  before.carryNotifications()
  before.notify('Your order was placed.', 'success')
  // jsdom does not load documents
  loadOwnDocument()
  dispatchEvent(new Event('pagehide'))
  vi.resetModules()
  const after = await import('./notifications-store.ts')
  expect(after.useNotifications.getState().notifications).toMatchObject([
    { message: 'Your order was placed.' },
  ])
})

test('no password is asked for while a foreign script runs', async () => {
  const { noteForeignScript } = await import('#web/platform/site/foreign-script.ts')
  const { PasswordField } = await import('./password-field.tsx')
  render(<PasswordField label="Password" />)
  expect(screen.getByLabelText('Password')).toBeTruthy()
  // for a field that is rendered already, too
  act(() => noteForeignScript(onlyThis))
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe(
    "Another site's program runs in this page. Reload it before you enter a password.",
  )
})
