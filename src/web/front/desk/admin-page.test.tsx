import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { AdminPage } from './admin-page.tsx'

test('a screen of the admin has its heading, the way back and what it holds', () => {
  show(
    <AdminPage title="Accounts">
      <p>What only the admin sees</p>
    </AdminPage>,
    { session: adminSession },
  )
  expect(screen.getByRole('heading', { level: 1, name: 'Accounts' })).toBeTruthy()
  expect(screen.getByText('What only the admin sees')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/admin')
})
