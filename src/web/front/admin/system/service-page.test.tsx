import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { Component as ServicePage } from './service-page.tsx'

const preview = {
  productName: 'Lectern',
  effectiveAt: '2026-12-01T10:00:00.000Z',
  subscriptions: 12,
  seats: 40,
  unpaid: 1,
  firstUntil: '2026-12-02T10:00:00.000Z',
  lastUntil: '2027-10-02T10:00:00.000Z',
  refunds: { orders: 1, vouchers: 2, grossCents: 23800 },
  mails: 14,
}
const previewClosing = () => ({ status: 200 as const, body: { preview } })
const now = { serviceMode: 'open' as const, byEnvironment: false, closingAt: null }
const open = () => show(<ServicePage />, { at: '/admin/system/service', session: adminSession })

test('another mode is chosen, with what it means, and then shown', async () => {
  let serviceMode: 'open' | 'paused' = 'open'
  const server = fakeServer({
    previewClosing,
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
  ['the service is closed', { ...now, serviceMode: 'closed' as const }, /^The service is closed/],
])('nothing can be chosen where %s', async (_, body, sentence) => {
  fakeServer({ serviceAtDesk: () => ({ status: 200, body }), previewClosing })
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

test('the service is closed by its typed name, with its effects in numbers, and that is taken back', async () => {
  let closingAt: string | null = null
  const server = fakeServer({
    serviceAtDesk: () => ({ status: 200, body: { ...now, closingAt } }),
    previewClosing,
    changeClosing: ({ body }) => {
      closingAt = (body as { act: string }).act === 'order' ? preview.effectiveAt : null
      return { status: 200, body: { status: 'ok' } }
    },
  })
  open()
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Close the service' })
  expect(screen.getByText(/run to their end and are not extended: 12, seats: 40/)).toBeTruthy()
  expect(screen.getByText(/together €238.00/)).toBeTruthy()
  const field = screen.getByLabelText('To close it, type the name of the site (Lectern):')
  await userEvent.type(field, 'Lecter')
  expect(button.disabled).toBe(true)
  await userEvent.type(field, 'n')
  const confirm = async () => {
    await userEvent.type(await screen.findByLabelText('current password'), 'secret')
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  }
  await userEvent.click(button)
  await confirm()
  await userEvent.click(await screen.findByRole('button', { name: 'Do not close the service' }))
  await confirm()
  await waitFor(() =>
    expect(server.asked('changeClosing').map(({ body }) => body)).toEqual([
      { act: 'order', name: 'Lectern', password: 'secret' },
      { act: 'undo', password: 'secret' },
    ]),
  )
})
