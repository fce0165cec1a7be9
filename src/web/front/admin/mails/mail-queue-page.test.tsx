import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { MailInQueue } from '#contract/admin/admin-mail-calls.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { Component as MailQueuePage } from './mail-queue-page.tsx'

const open = () => show(<MailQueuePage />, { session: adminSession })
const mail = (n: number, more: Partial<MailInQueue> = {}): MailInQueue => ({
  id: `0c000000-0000-4000-8000-0000000000${10 + n}`,
  recipient: `viewer${n}@school.example`,
  subject: 'Your invoice',
  state: 'put-off',
  writtenAt: '2026-11-03T10:00:00Z',
  attempts: 3,
  nextAttemptAt: '2026-11-03T11:30:00Z',
  endedAt: null,
  lastAnswer: '450 try again later',
  maySendAgain: false,
  mayGoElsewhere: false,
  ...more,
})
const listing = (mails: MailInQueue[]) =>
  fakeServer({
    mailQueue: ({ query }) => {
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
  const ended = {
    state: 'refused',
    nextAttemptAt: null,
    endedAt: '2026-11-03T10:00:00Z',
    lastAnswer: '550 no such user',
  } as const
  listing([mail(1), mail(2, ended)])
  open()
  expect(await cells('viewer1@school.example')).toEqual([
    'Your invoice',
    time,
    expect.stringMatching(/^Put off until 2026-11-03 \d\d:30:00, attempts: 3$/),
    '450 try again later',
    '',
  ])
  expect((await cells('viewer2@school.example')).slice(2)).toEqual([
    expect.stringMatching(/^Refused for good at 2026-11-03 /),
    '550 no such user',
    '',
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
  expect(await screen.findByText('0 mails.')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

test('mails are searched and filtered in the address', async () => {
  const server = listing([mail(1)])
  open()
  await userEvent.selectOptions(await screen.findByLabelText('Show'), 'Refused or given up')
  await userEvent.type(screen.getByLabelText('Recipient or subject'), 'ada{Enter}')
  await waitFor(() =>
    expect(Object.fromEntries(server.asked('mailQueue').at(-1)?.query ?? [])).toEqual({
      search: 'ada',
      state: 'refused',
    }),
  )
})

test('a mail is sent again, or to another address, whose fault is shown at it', async () => {
  const server = fakeServer({
    mailQueue: () => ({
      status: 200,
      body: { count: 1, mails: [mail(1, { maySendAgain: true, mayGoElsewhere: true })] },
    }),
    sendMailAgain: ({ body }) =>
      (body as { to?: string }).to === 'x'
        ? problem('invalid', 'Please check.', { to: 'This is no address.' })
        : { status: 200, body: { status: 'ok' } },
  })
  open()
  await userEvent.click(
    await screen.findByRole('button', { name: /^Send “Your invoice” to viewer1@.* again$/ }),
  )
  await userEvent.click(screen.getByRole('button', { name: /to another address than viewer1@/ }))
  await userEvent.type(screen.getByLabelText('Email'), 'x{Enter}')
  expect(await screen.findByText('This is no address.')).toBeTruthy()
  await userEvent.clear(screen.getByLabelText('Email'))
  await userEvent.type(screen.getByLabelText('Email'), 'eve@school.example{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.asked('sendMailAgain').map(({ body }) => body)).toEqual([
    { mailId: mail(1).id },
    { mailId: mail(1).id, to: 'x' },
    { mailId: mail(1).id, to: 'eve@school.example' },
  ])
})

test('what could not be read can be read again', async () => {
  let allowed = false
  fakeServer({
    mailQueue: () =>
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
