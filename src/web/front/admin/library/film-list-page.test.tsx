import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { DeskVideoRow } from '#contract/admin/library/admin-library.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { Component } from './film-list-page.tsx'

const row: DeskVideoRow = {
  id: 'closures',
  version: 3,
  state: 'published',
  title: 'Closures <in> practice',
  published: '2026-11-03',
  categoryId: 'javascript',
  durationSeconds: 64,
  free: true,
  tags: ['functions'],
  hasCaptions: false,
  hasStoryboard: true,
  changedAt: null,
}
const draft: DeskVideoRow = {
  ...row,
  id: 'hooks',
  state: 'draft',
  title: 'Hooks',
  published: null,
  categoryId: null,
  durationSeconds: null,
  free: false,
}
const categories = [
  {
    id: 'javascript',
    version: 1,
    name: 'JavaScript',
    urlKey: 'javascript',
    parentIds: [],
    position: 0,
    description: '',
    videos: 1,
  },
]

function open(at = '/admin/library', answers: object = {}) {
  const server = fakeServer({
    uploads: () => ({ status: 200, body: { uploads: [], maxBytes: 200e6 } }),
    filmJobs: () => ({ status: 200, body: { isFfmpegMissing: false, count: 0, jobs: [] } }),
    deskVideos: () => ({ status: 200, body: { count: 12, videos: [row, draft] } }),
    deskCategories: () => ({ status: 200, body: { categories } }),
    ...answers,
  })
  show(<Component />, { at, path: '/admin/library', session: adminSession })
  return server
}
const asked = (server: ReturnType<typeof open>) =>
  server.asked('deskVideos').map(({ query }) => Object.fromEntries(query))
const address = () => screen.getByTestId('address').textContent

test('the films stand in a table with what they lack, and each leads to its page', async () => {
  open()
  const link = await screen.findByRole('link', { name: 'Closures <in> practice' })
  expect(link.getAttribute('href')).toBe('/admin/library/film/closures')
  const cells = (name: RegExp) =>
    within(screen.getByRole('row', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  await waitFor(() => expect(cells(/Closures/)[3]).toBe('JavaScript'))
  expect(cells(/Closures/)).toEqual([
    '',
    'Published',
    '2026-11-03',
    'JavaScript',
    '1:04',
    'free, no captions',
    '',
  ])
  expect(cells(/Hooks/)).toEqual(['', 'Draft', '', '', '', 'no video file', ''])
  expect(screen.getByText('12 videos')).toBeTruthy()
})

test('filters, order and page stand in the address, and a filter leads to the first page', async () => {
  const server = open('/admin/library?page=2&sort=-published&state=nonsense')
  await screen.findByText('Hooks')
  expect(asked(server).at(-1)).toEqual({ sort: 'published', descending: 'yes', page: '1' })
  // the file has all pages
  expect(screen.getByRole('link', { name: /CSV/ }).getAttribute('href')).toBe(
    '/api/admin/library/videos.csv?sort=published&descending=yes',
  )
  await userEvent.selectOptions(screen.getByLabelText('State'), 'Draft')
  await waitFor(() =>
    expect(asked(server).at(-1)).toEqual({ sort: 'published', descending: 'yes', state: 'draft' }),
  )
  await userEvent.selectOptions(screen.getByLabelText('Captions'), 'Without')
  await userEvent.type(screen.getByLabelText('Tag'), 'hooks{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Title' }))
  await waitFor(() =>
    expect(asked(server).at(-1)).toEqual({ sort: 'title', state: 'draft', captions: 'no', tag: 'hooks' }),
  )
  expect(screen.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort')).toBe('ascending')
  expect(address()).toBe('/admin/library?sort=title&state=draft&captions=no&tag=hooks')
})

test('arrow keys lead from a film to the next', async () => {
  open()
  const [first, second] = [
    await screen.findByRole('link', { name: /Closures/ }),
    screen.getByRole('link', { name: 'Hooks' }),
  ]
  first.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(second)
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(second)
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(first)
})

test('a new film begins as a draft; what is wrong with it is said at the field', async () => {
  const answers = [
    problem('invalid', 'x', { title: 'A title is needed.' }),
    { status: 200, body: { ...draft, id: 'new-film' } },
  ]
  const server = open('/admin/library', { createVideo: () => answers.shift() })
  await userEvent.click(screen.getByRole('button', { name: 'New video' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'New video' }))
  expect(await within(dialog).findByText('A title is needed.')).toBeTruthy()
  await userEvent.type(within(dialog).getByLabelText('Title'), 'A new film')
  await userEvent.selectOptions(within(dialog).getByLabelText('Category'), 'JavaScript')
  await userEvent.click(within(dialog).getByRole('button', { name: 'New video' }))
  await waitFor(() => expect(address()).toBe('/admin/library/film/new-film'))
  expect(server.asked('createVideo').at(-1)?.body).toEqual({ title: 'A new film', categoryId: 'javascript' })
})

test('several films are changed at once, with the versions that were chosen', async () => {
  const changed = () => ({ status: 200, body: { changed: 2 } })
  const server = open('/admin/library', { changeVideos: changed, undoVideos: changed })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose Hooks' }))
  expect(screen.getByRole('heading', { name: '1 video chosen' })).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Choose all of this page' }))
  expect(screen.getByRole('heading', { name: '2 videos chosen' })).toBeTruthy()
  const acts = within(screen.getByRole('region', { name: '2 videos chosen' }))
  await userEvent.type(acts.getByLabelText('Tag for these'), 'state')
  await userEvent.click(acts.getByRole('button', { name: 'Add the tag' }))
  await waitFor(() =>
    expect(server.asked('changeVideos').map(({ body }) => body)).toEqual([
      {
        videos: [
          { id: 'closures', version: 3 },
          { id: 'hooks', version: 3 },
        ],
        addTag: 'state',
      },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('heading', { name: /chosen/ })).toBeNull())
  const toast = within(screen.getByRole('region', { name: 'Done' }))
  expect(toast.getByText('2 videos were changed.')).toBeTruthy()
  await userEvent.click(toast.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(server.asked('undoVideos').map(({ body }) => body)).toEqual([
      {
        videos: [
          { id: 'closures', version: 4 },
          { id: 'hooks', version: 4 },
        ],
      },
    ]),
  )
})
