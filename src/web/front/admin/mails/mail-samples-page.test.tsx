import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { useNotifications } from '#web/platform/ui/notifications-store.ts'
import { Component as MailSamplesPage } from './mail-samples-page.tsx'

const mails = [
  { key: 'resetPassword', topic: 'users', subject: 'A new password', beginning: 'You asked.' },
  { key: 'billing.trial-ends', topic: 'contracts', subject: 'Your trial ends', beginning: 'Soon.' },
] as const

test('the mails of a topic are listed; one is shown in both languages and sent to oneself', async () => {
  const server = fakeServer({
    mailSamples: () => ({ status: 200, body: { mails: [...mails] } }),
    mailSample: ({ params: { key, language } }) => ({
      status: 200,
      body: { subject: `${key} ${language}`, text: `The text, ${language}` },
    }),
    sendMailSample: () => ({ status: 200, body: { status: 'ok' } }),
  })
  show(<MailSamplesPage />, { session: adminSession })
  await screen.findByRole('rowheader', { name: 'A new password' })
  expect(screen.queryByText('Your trial ends')).toBeNull()
  await userEvent.selectOptions(screen.getByLabelText('About'), 'Teams, subscriptions and declarations')
  await userEvent.click(await screen.findByRole('button', { name: 'Show “Your trial ends”: Soon.' }))
  const heading = await screen.findByRole('heading', { name: 'billing.trial-ends en' })
  expect(document.activeElement).toBe(heading)
  await userEvent.click(screen.getByLabelText('Deutsch'))
  expect(await screen.findByText('The text, de')).toBeTruthy()
  const frame = screen.getByTitle('The formatted mail')
  expect([frame.getAttribute('sandbox'), frame.getAttribute('src')]).toEqual([
    '',
    '/api/admin/mails/samples/billing.trial-ends/de/html',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Send it to me' }))
  await waitFor(() =>
    expect(useNotifications.getState().notifications.map(({ message }) => message)).toEqual([
      'The mail is on its way to you.',
    ]),
  )
  expect(server.asked('sendMailSample')[0]?.body).toEqual({ key: 'billing.trial-ends', language: 'de' })
  await userEvent.click(screen.getByRole('button', { name: 'All templates' }))
  expect(await screen.findByRole('rowheader', { name: 'Your trial ends' })).toBeTruthy()
})
