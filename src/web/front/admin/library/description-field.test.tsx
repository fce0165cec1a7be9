import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { DescriptionField } from './description-field.tsx'

function Field({ begun }: { begun: string }) {
  const [text, setText] = useState(begun)
  return <DescriptionField value={text} error={undefined} onChange={setText} />
}
function open(begun: string) {
  const server = fakeServer({
    drawText: ({ body }) => ({
      status: 200,
      body: { text: [{ tag: 'h3', children: [`drawn: ${(body as { text: string }).text}`] }] },
    }),
  })
  show(<Field begun={begun} />, { at: '/' })
  return server
}

test('a description is drawn beside its text, once one rests from typing', async () => {
  const server = open('One')
  expect(await screen.findByRole('heading', { name: 'drawn: One' })).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Description'), ' two')
  expect(await screen.findByRole('heading', { name: 'drawn: One two' })).toBeTruthy()
  expect(server.asked('drawText').length).toBeLessThan(5)
})

test('without a text nothing is asked for', async () => {
  const server = open('x')
  await userEvent.clear(screen.getByLabelText('Description'))
  expect(screen.getByText('- No Description -')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('heading', { name: /drawn/ })).toBeNull())
  expect(server.asked('drawText').map(({ body }) => body)).toEqual([{ text: 'x' }])
})
