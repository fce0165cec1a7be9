import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { useNotifications } from '#web/platform/ui/notifications-store.ts'
import { Component } from './label-list-page.tsx'

test('a version is renamed on all of its films', async () => {
  const server = fakeServer({
    deskLabels: () => ({
      status: 200,
      body: { tags: [{ name: 'hooks', videos: 2 }], versions: [{ name: 'React 18', videos: 1 }] },
    }),
    renameLabel: () => ({ status: 200, body: { changed: 1 } }),
  })
  show(<Component />, { at: '/admin/library/labels', session: adminSession })
  const tag = await screen.findByRole('link', { name: 'hooks' })
  expect(tag.getAttribute('href')).toBe('/admin/library?tag=hooks')
  await userEvent.click(screen.getByRole('button', { name: 'Rename: React 18' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename “React 18” everywhere' }))
  const rename = dialog.getByRole<HTMLButtonElement>('button', { name: 'Rename' })
  expect(rename.disabled).toBe(true)
  await userEvent.clear(dialog.getByLabelText('New name'))
  await userEvent.type(dialog.getByLabelText('New name'), 'React 19')
  await userEvent.click(rename)
  await waitFor(() =>
    expect(server.asked('renameLabel').map(({ body }) => body)).toEqual([
      { kind: 'version', from: 'React 18', to: 'React 19' },
    ]),
  )
  await waitFor(() =>
    expect(useNotifications.getState().notifications.map(({ message }) => message)).toEqual([
      '1 video was changed.',
    ]),
  )
})
