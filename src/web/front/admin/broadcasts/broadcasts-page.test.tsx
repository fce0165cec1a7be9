import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Broadcast } from '#contract/desk/broadcasts.ts'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { Component as BroadcastsPage } from './broadcasts-page.tsx'

const open = () => show(<BroadcastsPage />, { session: adminSession })
const sending: Broadcast = {
  id: '0c000000-0000-4000-8000-000000000001',
  kind: 'newsletter',
  subject: 'Three new videos',
  toLanguage: null,
  toStatus: null,
  sendAt: '2026-11-03T10:00:00Z',
  state: 'sending',
  recipients: 1200,
  sent: 340,
  refused: 2,
  unknown: 1,
  unsubscribed: 3,
}
const server = (broadcasts: Broadcast[]) =>
  fakeServer({
    broadcasts: () => ({ status: 200, body: { count: broadcasts.length, perHour: 500, broadcasts } }),
    previewBroadcast: ({ body }) => ({
      status: 200,
      body: {
        recipients: (body as { toStatus: string | null }).toStatus === 'active' ? 12 : 40,
        text: [{ tag: 'p', children: [(body as { text: string }).text] }],
        note: 'You asked for news.',
      },
    }),
    testBroadcast: () => ({ status: 200, body: { status: 'ok' } }),
    orderBroadcast: () => ({ status: 200, body: { status: 'ok' } }),
    stopBroadcast: () => ({ status: 200, body: { status: 'ok' } }),
  })

test('one that is being sent has its numbers, and is stopped; one that has ended is not', async () => {
  const ended = {
    ...sending,
    id: '0c000000-0000-4000-8000-000000000002',
    subject: 'Old',
    state: 'sent' as const,
  }
  const site = server([sending, ended])
  open()
  const header = await screen.findByRole('rowheader', { name: 'Three new videos' })
  const cells = [...(header.closest('tr')?.querySelectorAll('td') ?? [])].map(
    ({ textContent }) => textContent,
  )
  expect(cells.slice(3, 8)).toEqual(['1200', '340', '2', '1', '3'])
  expect(screen.queryByRole('button', { name: 'Stop “Old”' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Stop “Three new videos”' }))
  await waitFor(() =>
    expect(site.asked('stopBroadcast').map(({ body }) => body)).toEqual([{ id: sending.id }]),
  )
})

test('what is written is previewed and counted, tested, and sent with the password', async () => {
  const site = server([])
  open()
  expect(await screen.findByText('There are no broadcasts yet.')).toBeTruthy()
  const send = screen.getByRole('button', { name: 'Send…' })
  expect(send).toHaveProperty('disabled', true)
  await userEvent.type(screen.getByLabelText('Subject'), 'News')
  await userEvent.type(screen.getByLabelText('Text'), 'It is here.')
  await userEvent.selectOptions(screen.getByLabelText('With the subscription'), 'active')
  expect(await screen.findByText('12 recipients')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Preview' })).getByText('It is here.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Send me a test' }))
  await waitFor(() => expect(site.asked('testBroadcast')).toHaveLength(1))
  await userEvent.click(send)
  await userEvent.type(await screen.findByLabelText(/current password/i), 'secret{Enter}')
  const draft = { kind: 'newsletter', language: 'en', subject: 'News', text: 'It is here.' }
  await waitFor(() =>
    expect(site.asked('orderBroadcast').map(({ body }) => body)).toEqual([
      { ...draft, toLanguage: null, toStatus: 'active', at: null, password: 'secret' },
    ]),
  )
  await waitFor(() => expect(screen.getByLabelText('Subject')).toHaveProperty('value', ''))
})
