import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { Component as BackupsPage } from './backups-page.tsx'

const now = {
  folder: '/srv/backups',
  backups: [{ file: 'monday.tar', bytes: 1_500_000_000, madeAt: '2026-11-26T12:00:00.000Z', verified: true }],
  makingSince: null,
  problem: null,
  neededBytes: 2e9,
  freeBytes: 3e9,
}
const open = () => show(<BackupsPage />, { at: '/admin/system/backups', session: adminSession })

test('a backup is made, and downloaded with password and second factor', async () => {
  const server = fakeServer({
    backupsAtDesk: () => ({ status: 200, body: now }),
    makeBackup: () => ({ status: 200, body: { status: 'ok' } }),
    askForBackup: () => ({ status: 200, body: { address: '/api/admin/backups/download/once' } }),
  })
  open()
  expect(await screen.findByText('1.5 GB')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Make a backup' }))
  await waitFor(() => expect(server.asked('makeBackup')).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'Download monday.tar' }))
  await userEvent.type(await screen.findByLabelText('current password'), 'secret')
  await userEvent.type(screen.getByLabelText(/^Code of the authenticator app/), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Get the address' }))
  const link = await screen.findByRole('link', { name: 'Download now' })
  expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual([
    '/api/admin/backups/download/once',
    'monday.tar',
  ])
  expect(server.asked('askForBackup')[0]?.body).toEqual({
    file: 'monday.tar',
    password: 'secret',
    code: '123456',
  })
})

test('a backup is deleted with password and second factor, and a refusal is said', async () => {
  const replies = [problem('backup-last-verified', 'Make another one first.')]
  const server = fakeServer({
    backupsAtDesk: () => ({ status: 200, body: now }),
    deleteBackup: () => replies.shift() ?? { status: 200, body: { status: 'ok' } },
  })
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Delete monday.tar' }))
  await userEvent.type(await screen.findByLabelText('current password'), 'secret')
  await userEvent.type(screen.getByLabelText(/^Code of the authenticator app/), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Make another one first.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByLabelText('current password')).toBeNull())
  expect(server.asked('deleteBackup')[1]?.body).toEqual({
    file: 'monday.tar',
    password: 'secret',
    code: '123456',
  })
})

test.each([
  ['there is no space', { freeBytes: 1e9 }, /no space/],
  ['one is being made', { makingSince: '2026-11-26T12:00:00.000Z' }, /is being made/],
])('none can be begun while %s', async (_, change, sentence) => {
  fakeServer({ backupsAtDesk: () => ({ status: 200, body: { ...now, ...change } }) })
  open()
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Make a backup' }).hasAttribute('disabled')).toBe(true)
})

test('in the demo there is no button, and a failure is said', async () => {
  fakeServer({
    backupsAtDesk: () => ({ status: 200, body: { ...now, folder: null, problem: 'pg_dump failed' } }),
  })
  open()
  expect(await screen.findByText(/pg_dump failed/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Make a backup' })).toBeNull()
})
