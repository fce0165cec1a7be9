import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { Component as NoticesPage } from './notices-page.tsx'

const none = { announcement: null, announcementState: null, maintenance: null, maintenanceState: null }
const open = () => show(<NoticesPage />, { at: '/admin/system/notices', session: adminSession })

test('an announcement is written in both languages, for whom and until when', async () => {
  const server = fakeServer({
    noticesAtDesk: () => ({ status: 200, body: none }),
    saveAnnouncement: () => ({ status: 200, body: { status: 'ok' } }),
  })
  open()
  await userEvent.type(await screen.findByRole('textbox', { name: 'Text in English' }), 'New videos')
  await userEvent.type(screen.getByRole('textbox', { name: 'Text in German' }), 'Neue Videos')
  await userEvent.click(screen.getByRole('radio', { name: 'Users who are logged in' }))
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
  await userEvent.click(screen.getAllByRole('button', { name: 'Show' })[0] as HTMLElement)
  await waitFor(() =>
    expect(server.asked('saveAnnouncement')[0]?.body).toEqual({
      announcement: {
        text: { en: 'New videos', de: 'Neue Videos' },
        link: '',
        audience: 'customers',
        from: '',
        until: '',
      },
    }),
  )
})

test('what is shown says so, and is removed', async () => {
  const maintenance = { from: '2026-11-28T22:00', until: '2026-11-28T23:30' }
  const server = fakeServer({
    noticesAtDesk: () => ({ status: 200, body: { ...none, maintenance, maintenanceState: 'now' } }),
    saveMaintenance: () => ({ status: 200, body: { status: 'ok' } }),
  })
  open()
  expect(await screen.findByText('The site says now that maintenance is under way.')).toBeTruthy()
  expect(screen.getByText('Nothing is shown.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(server.asked('saveMaintenance')[0]?.body).toEqual({ maintenance: null }))
})
