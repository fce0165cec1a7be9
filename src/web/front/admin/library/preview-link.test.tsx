import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { DeskVideo } from '#contract/admin/library/admin-library.ts'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { PreviewLink } from './preview-link.tsx'

const link = { createdAt: '2026-11-03T10:00:00.000Z', expiresAt: '2026-11-17T10:00:00.000Z' }
const address = 'http://localhost:3000/preview/a-key'

let count = 0
function open(has: boolean) {
  count += 1
  let stored = has ? link : null
  const server = fakeServer({
    previewLink: () => ({ status: 200, body: { link: stored } }),
    makePreviewLink: () => {
      stored = link
      return { status: 200, body: { address, expiresAt: link.expiresAt } }
    },
    withdrawPreviewLink: () => {
      stored = null
      return { status: 200, body: { status: 'ok' } }
    },
  })
  show(<PreviewLink video={{ id: `film-${count}` } as DeskVideo} />, {
    at: '/',
    session: adminSession,
  })
  return server
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('the address of a preview is shown when it is made, and not again', async () => {
  open(false)
  await press('Make a preview link')
  const shown = await screen.findByLabelText<HTMLInputElement>('Address of the preview')
  expect(shown.value).toBe(address)
  expect(await screen.findByRole('button', { name: 'Make a new link' })).toBeTruthy()
})

test('a link is withdrawn', async () => {
  const server = open(true)
  expect(await screen.findByText(/There is a link until 2026-11-17/)).toBeTruthy()
  expect(screen.queryByLabelText('Address of the preview')).toBeNull()
  await press('Withdraw the link')
  await waitFor(() => expect(server.asked('withdrawPreviewLink')).toHaveLength(1))
  expect(await screen.findByRole('button', { name: 'Make a preview link' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Withdraw the link' })).toBeNull()
})
