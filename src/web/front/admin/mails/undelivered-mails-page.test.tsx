import { QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { UndeliveredMail } from '#contract/admin/admin-mail-calls.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { newQueryClient } from '#web/platform/site/queries.ts'
import { Component as UndeliveredMailsPage } from './undelivered-mails-page.tsx'

const open = (session = { ...someSession, admin: true }) =>
  show(
    <QueryClientProvider client={newQueryClient()}>
      <UndeliveredMailsPage />
    </QueryClientProvider>,
    { session },
  )
const mail = (n: number, more: Partial<UndeliveredMail> = {}): UndeliveredMail => ({
  id: `0c000000-0000-4000-8000-0000000000${10 + n}`,
  recipient: `viewer${n}@school.example`,
  subject: 'Your invoice',
  writtenAt: '2026-11-03T10:00:00Z',
  attempts: 3,
  nextAttemptAt: '2026-11-03T11:30:00Z',
  endedAt: null,
  lastAnswer: '450 try again later',
  ...more,
})
const listing = (mails: UndeliveredMail[]) =>
  fakeServer({
    undeliveredMails: ({ query }) => {
      const first = Number(query.get('page')) * 10
      return { status: 200, body: { count: mails.length, mails: mails.slice(first, first + 10) } }
    },
  })
const cells = async (recipient: string) => {
  const header = await screen.findByRole('rowheader', { name: recipient })
  return [...(header.closest('tr')?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent)
}
const time = expect.stringMatching(/^2026-11-03 \d\d:\d0:00$/)

test('a mail stands there with its next attempt and the last answer, or since when there is none', async () => {
  const ended = { nextAttemptAt: null, endedAt: '2026-11-03T10:00:00Z', lastAnswer: '550 no such user' }
  listing([mail(1), mail(2, ended)])
  open()
  expect(await cells('viewer1@school.example')).toEqual([
    'Your invoice',
    time,
    '3',
    time,
    '450 try again later',
  ])
  expect((await cells('viewer2@school.example')).slice(3)).toEqual([
    expect.stringMatching(/^None since 2026-11-03 /),
    '550 no such user',
  ])
})

test('there are ten on a page', async () => {
  listing(Array.from({ length: 11 }, (_, n) => mail(n)))
  open()
  expect(await screen.findAllByRole('rowheader')).toHaveLength(10)
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() =>
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      'viewer10@school.example',
    ]),
  )
})

test('that there are none is said', async () => {
  listing([])
  open()
  expect(await screen.findByText('There are no undelivered mails.')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

test('what could not be read can be read again', async () => {
  let allowed = false
  fakeServer({
    undeliveredMails: () =>
      allowed
        ? { status: 200, body: { count: 1, mails: [mail(1)] } }
        : problem('forbidden', 'You are not allowed to do this.'),
  })
  open()
  expect((await screen.findByRole('alert')).textContent).toBe('You are not allowed to do this.')
  allowed = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('rowheader', { name: 'viewer1@school.example' })).toBeTruthy()
})

test('nobody else sees them', () => {
  open(someSession)
  expect(screen.queryByText('Loading...')).toBeNull()
})
