import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { useNotifications } from '#web/platform/ui/notifications-store.ts'
import { Component as SystemPage } from './system-page.tsx'

const at = '2026-11-26T12:00:00.000Z'
const now = {
  health: { status: 'ok' as const },
  steps: [
    {
      name: 'send-mails',
      every: 'minute' as const,
      lastRunAt: at,
      lastSuccessAt: null,
      failingSince: at,
      problem: 'Error: no',
      nextRunAt: at,
      durationMs: 1500,
      lastProblem: 'Error: no',
      lastProblemAt: at,
    },
    {
      name: 'purge-users',
      every: 'hour' as const,
      lastRunAt: null,
      lastSuccessAt: null,
      failingSince: null,
      problem: null,
      nextRunAt: null,
      durationMs: null,
      lastProblem: null,
      lastProblemAt: null,
    },
  ],
  jobs: [
    {
      name: 'convert-films',
      waiting: 2,
      running: 0,
      nextRunAt: at,
      lastRunAt: null,
      durationMs: null,
      lastProblem: 'Error: no space',
    },
    {
      name: 'check-vat-id',
      waiting: 0,
      running: 0,
      nextRunAt: null,
      lastRunAt: at,
      durationMs: 20,
      lastProblem: null,
    },
  ],
  versions: {
    lectern: '0.1.0',
    node: '24.1.0',
    database: { kind: 'embedded' as const, version: '17.5' },
    ffmpeg: null,
    convertedElsewhere: false,
  },
}
const ownSessions = () => ({ status: 200 as const, body: { sessions: [] } })
const storageAtDesk = () => ({
  status: 200 as const,
  body: { freeBytes: 5e9, kinds: [{ kind: 'trash' as const, files: 3, bytes: 2_500_000 }] },
})
const open = () => show(<SystemPage />, { at: '/admin/system', session: adminSession })

test('steps say whether they go well, and versions which are there', async () => {
  fakeServer({ systemAtDesk: () => ({ status: 200, body: now }), ownSessions, storageAtDesk })
  open()
  const [table = expect.fail('there is no table')] = await screen.findAllByRole('table')
  const rows = within(table).getAllByRole('row').slice(1)
  expect(
    rows.map((row) => /has failed since .*: Error: no|has not run yet/.exec(row.textContent ?? '')?.length),
  ).toEqual([1, 1])
  expect(screen.getByText('All is well.')).toBeTruthy()
  expect(screen.getByText('24.1.0')).toBeTruthy()
  expect(screen.getByText(/^None: videos are not converted/)).toBeTruthy()
  const trash = (await screen.findByRole('rowheader', { name: 'Videos in the trash' })).closest('tr')
  expect(trash?.textContent).toContain('2.5 MB')
  expect(
    within(trash as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/admin/library?state=trash')
})

test('reasons are said where it is not well', async () => {
  const health = { status: 'degraded' as const, reasons: ['mail is late'] }
  fakeServer({ systemAtDesk: () => ({ status: 200, body: { ...now, health } }), ownSessions, storageAtDesk })
  open()
  expect(await screen.findByText('mail is late')).toBeTruthy()
  expect(screen.queryByText('All is well.')).toBeNull()
})

test('a process that leaves videos to workers lacks no ffmpeg', async () => {
  const web = { ...now, versions: { ...now.versions, convertedElsewhere: true } }
  fakeServer({ systemAtDesk: () => ({ status: 200, body: web }), ownSessions, storageAtDesk })
  open()
  expect(await screen.findByText('Not used here: the workers convert videos.')).toBeTruthy()
  expect(screen.queryByText(/^None: videos are not converted/)).toBeNull()
})

test('a media storage that is away is said in the place of the space, beside all else', async () => {
  const sentence = 'The media storage does not answer at the moment. Please try again shortly!'
  fakeServer({
    systemAtDesk: () => ({ status: 200, body: now }),
    ownSessions,
    storageAtDesk: () => problem('media-away', sentence),
  })
  open()
  expect(await screen.findByText(sentence, undefined, { timeout: 10_000 })).toBeTruthy()
  expect(screen.getByText('24.1.0')).toBeTruthy()
})

test('a step is run now, and so are the jobs of a name that wait', async () => {
  const server = fakeServer({
    systemAtDesk: () => ({ status: 200, body: now }),
    runNow: () => ({ status: 200, body: { status: 'ok' } }),
    ownSessions,
    storageAtDesk,
  })
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Run send-mails now' }))
  await waitFor(() =>
    expect(useNotifications.getState().notifications.map(({ message }) => message)).toEqual([
      'send-mails is run within seconds.',
    ]),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Run convert-films now' }))
  expect(screen.queryByRole('button', { name: 'Run check-vat-id now' })).toBeNull()
  await waitFor(() =>
    expect(server.asked('runNow').map(({ body }) => body)).toEqual([
      { kind: 'step', name: 'send-mails' },
      { kind: 'job', name: 'convert-films' },
    ]),
  )
  const [, jobs = expect.fail('there is no table')] = screen.getAllByRole('table')
  expect(within(jobs).getByText('Error: no space')).toBeTruthy()
})
