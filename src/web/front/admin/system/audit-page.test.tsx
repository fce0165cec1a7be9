import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/desk/audit.ts'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { Component as AuditPage } from './audit-page.tsx'

const entry: AuditEntry = {
  position: 7,
  at: '2026-11-03T13:05:07.000Z',
  action: 'prepaid-assigned',
  actor: 'Rita Stone',
  target: '0a000000-0000-4000-8000-000000000001',
  account: 'Ada King',
  actingAs: null,
  network: '192.0.2.1',
  requestId: 'a-request',
  before: { licenses: 0, until: null },
  after: { licenses: 5, until: '2026-12-03' },
}
const log = (entries: AuditEntry[]) => ({ status: 200 as const, body: { count: entries.length, entries } })
const open = (at = '/admin/system/audit') => show(<AuditPage />, { at, session: adminSession })

test('each entry says what was done, of what, by whom, and each value before and after', async () => {
  fakeServer({ auditLog: () => log([entry]) })
  open()
  const row = (await screen.findByRole('rowheader', { name: 'Prepaid licenses were assigned' })).closest('tr')
  const cells = within(row as HTMLElement)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
  expect(cells.slice(1)).toEqual([
    'Ada King',
    'Rita Stone',
    '192.0.2.1',
    'licenses: 0 → 5until: none → 2026-12-03',
  ])
  expect(screen.getByRole('link', { name: 'Ada King' }).getAttribute('href')).toBe(
    `/admin/account/view/${entry.target}`,
  )
})

test('an entry of a later version, of a deleted account and a deleted user is shown as it is', async () => {
  const later = { ...entry, action: 'teleported', actor: null, account: null, before: null, after: null }
  fakeServer({ auditLog: () => log([{ ...later, actingAs: 'Olivia Owens' }]) })
  open()
  const row = (await screen.findByRole('rowheader', { name: /teleported/ })).closest('tr') as HTMLElement
  expect(row.textContent).toContain(entry.target)
  expect(row.textContent).toContain('A deleted user in the account of Olivia Owens')
})

test('filters are in the address, and in that of the file', async () => {
  const server = fakeServer({ auditLog: () => log([entry]) })
  open('/admin/system/audit?query=ada&from=2026-11-01&to=never&action=prepaid-assigned')
  const file = await screen.findByRole('link', { name: 'Download CSV' })
  expect(file.getAttribute('href')).toBe(
    '/api/admin/audit.csv?search=ada&action=prepaid-assigned&from=2026-11-01',
  )
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Change' }), 'A video was deleted')
  await waitFor(() => expect(server.asked('auditLog').at(-1)?.query.get('action')).toBe('video-deleted'))
})

test.each([
  [{ entries: 12, newestHash: 'abc123' }, /intact.*12.*abc123/],
  [{ faultAt: 4, fault: 'changed' as const }, /not intact.*4/],
])('verified, it says %o', async (body, sentence) => {
  const server = fakeServer({ auditLog: () => log([]), verifyAudit: () => ({ status: 200, body }) })
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Verify the log' }))
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(server.asked('verifyAudit')).toHaveLength(1)
})
