import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { QueryRoot } from '#web/platform/site/query-root.tsx'
import { Component as ServicePage } from './service-page.tsx'

const now = { serviceMode: 'open' as const, byEnvironment: false, closingAt: null }
const open = () =>
  show(
    <QueryRoot>
      <ServicePage />
    </QueryRoot>,
    { at: '/admin/system/service', session: { ...someSession, admin: true } },
  )

test('another mode is chosen, with what it means, and then shown', async () => {
  let serviceMode: 'open' | 'paused' = 'open'
  const server = fakeServer({
    serviceAtDesk: () => ({ status: 200, body: { ...now, serviceMode } }),
    chooseServiceMode: () => {
      serviceMode = 'paused'
      return { status: 200, body: { status: 'ok' } }
    },
  })
  open()
  const save = await screen.findByRole('button', { name: 'Save' })
  expect(save.hasAttribute('disabled')).toBe(true)
  await userEvent.click(screen.getByRole('radio', { name: 'Paused' }))
  expect(screen.getByText(/Only holders of a paid voucher can register/)).toBeTruthy()
  await userEvent.click(save)
  await waitFor(() => expect(server.asked('chooseServiceMode')[0]?.body).toEqual({ serviceMode: 'paused' }))
  // read anew: it is the mode of the site now
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true),
  )
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Paused' }).checked).toBe(true)
})

test.each([
  ['the environment decides', { ...now, byEnvironment: true }, /SERVICE_MODE/],
  ['the service is closed', { ...now, serviceMode: 'closed' as const }, /open-service/],
])('nothing can be chosen where %s', async (_, body, sentence) => {
  fakeServer({ serviceAtDesk: () => ({ status: 200, body }) })
  open()
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
})

test('an ordered closing is announced', async () => {
  fakeServer({
    serviceAtDesk: () => ({ status: 200, body: { ...now, closingAt: '2026-12-01T10:00:00.000Z' } }),
  })
  open()
  expect(await screen.findByText(/has been ordered/)).toBeTruthy()
})
