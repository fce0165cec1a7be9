import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { QueryRoot } from '#web/platform/site/query-root.tsx'
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
    },
    {
      name: 'purge-users',
      every: 'hour' as const,
      lastRunAt: null,
      lastSuccessAt: null,
      failingSince: null,
      problem: null,
    },
  ],
  versions: {
    lectern: '0.1.0',
    node: '24.1.0',
    database: { kind: 'embedded' as const, version: '17.5' },
    ffmpeg: null,
  },
}
const open = () =>
  show(
    <QueryRoot>
      <SystemPage />
    </QueryRoot>,
    { at: '/admin/system', session: { ...someSession, admin: true } },
  )

test('steps say whether they go well, and versions which are there', async () => {
  fakeServer({ systemAtDesk: () => ({ status: 200, body: now }) })
  open()
  const table = await screen.findByRole('table')
  const rows = within(table).getAllByRole('row').slice(1)
  expect(
    rows.map((row) => /has failed since .*: Error: no|has not run yet/.exec(row.textContent ?? '')?.length),
  ).toEqual([1, 1])
  expect(screen.getByText('All is well.')).toBeTruthy()
  expect(screen.getByText('24.1.0')).toBeTruthy()
  expect(screen.getByText(/^None: videos are not converted/)).toBeTruthy()
})

test('reasons are said where it is not well', async () => {
  const health = { status: 'degraded' as const, reasons: ['mail is late'] }
  fakeServer({ systemAtDesk: () => ({ status: 200, body: { ...now, health } }) })
  open()
  expect(await screen.findByText('mail is late')).toBeTruthy()
  expect(screen.queryByText('All is well.')).toBeNull()
})
