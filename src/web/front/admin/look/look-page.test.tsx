import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { DeskLook, LookFields } from '#contract/desk/look-calls.ts'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { Component as LookPage } from './look-page.tsx'

const fields: LookFields = {
  name: 'Kayak School',
  hue: '',
  heroFilm: '',
  navigation: [],
  footer: [],
  greeting: { en: '', de: '' },
  signature: { en: '', de: '' },
}
const look: DeskLook = {
  source: 'desk',
  fileChanged: false,
  fileDigest: null,
  version: 2,
  text: 'name: Kayak School\n',
  fields,
  logoUrl: '/logo/desk.png',
  portraitUrl: null,
  freeFilms: [{ id: 'closures', title: 'Closures' }],
  versions: [
    { version: 2, savedAt: '2026-11-21T10:00:00.000Z', text: 'name: Kayak School\n' },
    { version: 1, savedAt: '2026-11-20T10:00:00.000Z', text: null },
  ],
}
const shades = { page: '#ffffff', ink: '#000000', accent: '#0b6b4b', accentInk: '#ffffff' }

function open() {
  const server = fakeServer({
    lookAtDesk: () => ({ status: 200, body: look }),
    draftLook: ({ body }) => {
      const { hue } = (body as { fields?: LookFields }).fields ?? fields
      const mistakes = hue === 'grey' ? [{ line: 2, sentence: 'hue: has to be a colour', path: ['hue'] }] : []
      return { status: 200, body: { mistakes, colours: { light: shades, dark: shades } } }
    },
    saveLook: () => ({ status: 200, body: { status: 'ok' } }),
  })
  show(<LookPage />, { at: '/admin/site/look', session: adminSession })
  return server
}
const saved = { version: 2, fileDigest: null }

test('name, film and links are changed in a form', async () => {
  const server = open()
  await userEvent.type(await screen.findByLabelText('Name of the site'), 's')
  await userEvent.selectOptions(screen.getByLabelText('Video at the top of the landing page'), 'Closures')
  await userEvent.click(screen.getAllByRole('button', { name: 'Add a link' })[0] as HTMLElement)
  await userEvent.type(screen.getByLabelText('Text in English'), 'Blog')
  await userEvent.type(screen.getByLabelText('Address'), '/blog')
  expect(await screen.findByRole('region', { name: 'Colours in light and dark' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.asked('saveLook')[0]?.body).toEqual({
      ...saved,
      text: look.text,
      fields: {
        ...fields,
        name: 'Kayak Schools',
        heroFilm: 'closures',
        navigation: [{ text: { en: 'Blog', de: '' }, to: '/blog' }],
      },
    }),
  )
})

test('a mistake is shown at its field', async () => {
  open()
  const hue = await screen.findByLabelText('Colour')
  await userEvent.type(hue, 'grey')
  expect(await screen.findByText('hue: has to be a colour')).toBeTruthy()
  expect(hue.getAttribute('aria-invalid')).toBe('true')
})

test('a logo is taken away, a portrait is sent, and a logo that is too large is refused', async () => {
  const server = open()
  const logo = within(await screen.findByRole('region', { name: 'Logo' }))
  await userEvent.upload(
    logo.getByLabelText('Upload a picture'),
    new File([new Uint8Array(600_000)], 'logo.png', { type: 'image/png' }),
  )
  expect(await logo.findByText('The file is larger than 512 KB.')).toBeTruthy()
  await userEvent.click(logo.getByRole('button', { name: 'Remove' }))
  const portrait = within(screen.getByRole('region', { name: 'Portrait' }))
  await userEvent.upload(
    portrait.getByLabelText('Upload a picture'),
    new File(['<svg/>'], 'me.svg', { type: 'image/svg+xml' }),
  )
  expect(await portrait.findByRole('img', { name: 'Portrait' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const pictures = { logo: null, portrait: btoa('<svg/>') }
  await waitFor(() =>
    expect(server.asked('saveLook')[0]?.body).toEqual({ ...saved, text: look.text, fields, ...pictures }),
  )
})

test('the text can be changed, and the file can count again', async () => {
  const server = open()
  await userEvent.click(await screen.findByText('Name and look as text'))
  await userEvent.type(screen.getByLabelText('site.yaml'), 'facts:')
  await userEvent.click(screen.getByRole('button', { name: 'Save the text' }))
  await waitFor(() =>
    expect(server.asked('saveLook')[0]?.body).toEqual({ ...saved, text: 'name: Kayak School\nfacts:' }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Restore version 1' }))
  await waitFor(() => expect(server.asked('saveLook')[1]?.body).toEqual({ ...saved, text: null }))
})
