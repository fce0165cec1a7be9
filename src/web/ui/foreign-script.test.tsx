import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

// each test begins with a document of its own
beforeEach(() => vi.resetModules())
const onlyThis = (pathname: string) => pathname === '/content/video/a'

test('what was said last is said again by the document that is loaded next', async () => {
  const { noteForeignScript } = await import('#web/site/foreign-script.ts')
  const before = await import('#web/ui/notifications-store.ts')
  before.notify('Your subscription now uses the new card.', 'success')
  dispatchEvent(new Event('pagehide'))
  vi.resetModules()
  const without = await import('#web/ui/notifications-store.ts')
  expect(without.useNotifications.getState().notifications).toEqual([])

  noteForeignScript(onlyThis)
  dispatchEvent(new Event('pagehide'))
  vi.resetModules()
  const after = await import('#web/ui/notifications-store.ts')
  expect(after.useNotifications.getState().notifications).toMatchObject([
    { message: 'Your subscription now uses the new card.', type: 'success' },
  ])
  vi.resetModules()
  const later = await import('#web/ui/notifications-store.ts')
  expect(later.useNotifications.getState().notifications).toEqual([])
})

test('nobody is asked for a password while a foreign script runs', async () => {
  const { noteForeignScript } = await import('#web/site/foreign-script.ts')
  const { PasswordField } = await import('./password-field.tsx')
  const shown = render(<PasswordField label="Password" />)
  expect(screen.getByLabelText('Password')).toBeTruthy()
  shown.unmount()
  noteForeignScript(onlyThis)
  render(<PasswordField label="Password" />)
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe(
    "Another site's program runs in this page. Reload it before you enter a password.",
  )
})
