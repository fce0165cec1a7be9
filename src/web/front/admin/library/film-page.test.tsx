import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { DeskVideo } from '#contract/admin/library/admin-library.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { useNotifications } from '#web/platform/ui/notifications-store.ts'
import { Component } from './film-page.tsx'

let id: string
let count = 0
beforeEach(() => {
  count += 1
  // the query client outlives a test
  id = `film-${count}`
})

const someVideo = (change: Partial<DeskVideo> = {}): DeskVideo => ({
  id,
  version: 3,
  state: 'draft',
  title: 'Hooks',
  published: '2026-12-10 09:00',
  categoryId: 'javascript',
  durationSeconds: 64,
  free: false,
  tags: ['hooks'],
  hasCaptions: true,
  hasStoryboard: true,
  changedAt: '2026-11-03T10:00:00.000Z',
  changedBy: 'desk',
  fromFolder: false,
  description: 'Two **counters**',
  versions: ['React 19'],
  chapters: ['0:00 Begin', '0:21 Two counters'],
  code: [
    { name: 'a.ts', text: 'one' },
    { name: 'b.ts', text: 'two' },
  ],
  captions: [
    {
      srclang: 'en',
      label: 'English',
      text: 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n\n00:02.000 --> 00:03.000\nThis line is much too long for its second\n',
      machine: false,
    },
  ],
  posterUrl: null,
  frameUrls: [],
  filmUrl: null,
  formerIds: [],
  deletedAt: null,
  ...change,
})

function open(video = someVideo(), answers: object = {}) {
  let stored = video
  const server = fakeServer({
    uploads: () => ({ status: 200, body: { uploads: [], maxBytes: 200e6 } }),
    filmJobs: () => ({ status: 200, body: { isFfmpegMissing: false, count: 0, jobs: [] } }),
    deskVideo: () => ({ status: 200, body: stored }),
    deskCategories: () => ({ status: 200, body: { categories: [] } }),
    deskLabels: () => ({ status: 200, body: { tags: [{ name: 'state', videos: 3 }], versions: [] } }),
    videoVersions: () => ({ status: 200, body: { versions: [] } }),
    drawText: () => ({ status: 200, body: { text: [{ tag: 'p', children: ['as drawn'] }] } }),
    previewLink: () => ({ status: 200, body: { link: null } }),
    captionsJobs: () => ({ status: 200, body: { isOffered: false, jobs: [] } }),
    changeVideo: () => {
      stored = { ...stored, version: stored.version + 1 }
      return { status: 200, body: stored }
    },
    ...answers,
  })
  show(<Component />, {
    at: `/admin/library/film/${id}`,
    path: '/admin/library/film/:id',
    session: adminSession,
  })
  return { ...server, store: (next: DeskVideo) => Object.assign(stored, next) }
}
const title = () => screen.findByLabelText<HTMLInputElement>('Title')
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const bodies = (server: ReturnType<typeof open>) => server.asked('changeVideo').map(({ body }) => body)

test('what was changed is saved, with the version that it was made from', async () => {
  const server = open()
  expect(await title()).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  await userEvent.type(await title(), ' in practice')
  await userEvent.type(screen.getByLabelText('Chapters'), '{Enter}0:40 The end')
  await userEvent.clear(screen.getByLabelText('Time'))
  await userEvent.type(screen.getByLabelText('Tags'), 'state,hooks{Enter}')
  await save()
  await waitFor(() =>
    expect(bodies(server)).toEqual([
      {
        version: 3,
        title: 'Hooks in practice',
        chapters: ['0:00 Begin', '0:21 Two counters', '0:40 The end'],
        published: '2026-12-10',
        tags: ['hooks', 'state'],
      },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
  expect(useNotifications.getState().notifications.map(({ message }) => message)).toEqual([
    'The changes were saved.',
  ])
})

test('what was typed is given up again', async () => {
  open()
  await userEvent.type(await title(), '!')
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect((await title()).value).toBe('Hooks')
  expect(screen.queryByText('There are unsaved changes.')).toBeNull()
})

test('a draft is published together with what was typed, and becomes a draft again', async () => {
  const server = open()
  await userEvent.type(await title(), '!')
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }))
  await waitFor(() => expect(bodies(server)).toEqual([{ version: 3, title: 'Hooks!', draft: false }]))
})

test.each(['published', 'scheduled'] as const)('one that is %s goes back to draft', async (state) => {
  const server = open(someVideo({ state, durationSeconds: null }))
  await title()
  await userEvent.click(screen.getByRole('button', { name: 'Back to draft' }))
  await waitFor(() => expect(bodies(server)).toEqual([{ version: 3, draft: true }]))
})

test('the server’s sentences stand at the fields, those of lists with the element', async () => {
  open(undefined, {
    changeVideo: () =>
      problem('invalid', 'x', {
        title: 'A title is needed.',
        'chapters.1': 'It begins before the one above it.',
        'tags.0': 'This is too long.',
      }),
  })
  await userEvent.clear(await title())
  await save()
  expect(await screen.findByText('A title is needed.')).toBeTruthy()
  expect(screen.getByText('0:21 Two counters: It begins before the one above it.')).toBeTruthy()
  expect(screen.getByText('hooks: This is too long.')).toBeTruthy()
})

test('a conflict shows both versions, and mine is saved over the other', async () => {
  const replies = [problem('version-conflict', 'x')]
  const server = open(undefined, {
    changeVideo: () =>
      replies.shift() ?? { status: 200, body: someVideo({ version: 8, title: 'Hooks, mine' }) },
  })
  await userEvent.type(await title(), ', mine')
  server.store(someVideo({ version: 7, title: 'Hooks, theirs', tags: ['hooks', 'state'] }))
  await save()
  const dialog = await screen.findByRole('dialog', { name: 'Somebody else has saved this meanwhile' })
  const rows = within(dialog)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(rows).toEqual([
    ['Title', 'Hooks, mine', 'Hooks, theirs'],
    ['Tags', 'hooks', 'hooks\nstate'],
  ])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save mine' }))
  await waitFor(() => expect(bodies(server).at(-1)).toEqual({ version: 7, title: 'Hooks, mine' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
})

test('publishing goes on over what was stored meanwhile, with what was typed once both were shown', async () => {
  const draft = someVideo({ state: 'draft' })
  const replies = [problem('version-conflict', 'x'), undefined, problem('version-conflict', 'x')]
  const server = open(draft, {
    changeVideo: () => replies.shift() ?? { status: 200, body: { ...draft, version: 8 } },
  })
  await title()
  const publish = async () => userEvent.click(screen.getByRole('button', { name: 'Publish' }))
  server.store({ ...draft, version: 7 })
  await publish()
  await waitFor(() => expect(bodies(server).at(-1)).toEqual({ version: 7, draft: false }))
  expect(screen.queryByRole('dialog')).toBeNull()

  await userEvent.type(await title(), ', mine')
  server.store({ ...draft, version: 9, title: 'Hooks, theirs' })
  await publish()
  await userEvent.click(await screen.findByRole('button', { name: 'Save mine' }))
  await waitFor(() =>
    expect(bodies(server).at(-1)).toEqual({ version: 9, title: 'Hooks, mine', draft: false }),
  )
})

test('of a conflict the saved version is taken', async () => {
  const server = open(undefined, { changeVideo: () => problem('version-conflict', 'x') })
  await userEvent.type(await title(), ', mine')
  server.store(someVideo({ version: 7, title: 'Hooks, theirs' }))
  await save()
  await userEvent.click(await screen.findByRole('button', { name: 'Take the saved version' }))
  expect((await title()).value).toBe('Hooks, theirs')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('a poster is taken away, and a file that is no picture is refused', async () => {
  const server = open(someVideo({ posterUrl: '/poster.webp' }))
  await title()
  const poster = within(screen.getByRole('region', { name: 'Poster' }))
  await userEvent.upload(
    poster.getByLabelText('Upload a picture'),
    new File(['<html>'], 'poster.png', { type: 'image/png' }),
  )
  expect(await poster.findByText('This is not a picture in JPEG, PNG or WebP.')).toBeTruthy()
  await userEvent.click(poster.getByRole('button', { name: 'Remove' }))
  expect(poster.getByText('No poster.')).toBeTruthy()
  await save()
  await waitFor(() => expect(bodies(server)).toEqual([{ version: 3, poster: null }]))
})

test('a new code file stays open while its name is typed', async () => {
  open(someVideo({ code: [] }))
  await title()
  await userEvent.click(screen.getByRole('button', { name: 'Empty file' }))
  const name = screen.getByLabelText('File name')
  await userEvent.type(name, 'c.ts')
  expect(name.closest('details')?.open).toBe(true)
})

test('code files are put in order, renamed and removed', async () => {
  const server = open()
  await title()
  const files = within(screen.getByRole('region', { name: 'Code files' }))
  await userEvent.click(files.getByText('b.ts'))
  await userEvent.click(files.getAllByRole('button', { name: 'Move up', hidden: true })[1] as HTMLElement)
  const [name] = files.getAllByLabelText('File name')
  await userEvent.type(name as HTMLElement, 'x')
  await save()
  await waitFor(() =>
    expect(bodies(server)).toEqual([
      {
        version: 3,
        code: [
          { name: 'b.tsx', text: 'two' },
          { name: 'a.ts', text: 'one' },
        ],
      },
    ]),
  )
})

test('captions are changed in place, and lines that are too fast are named', async () => {
  const server = open()
  await title()
  const captions = within(screen.getByRole('region', { name: 'Captions' }))
  expect(captions.getByText('1 line is too fast to read.')).toBeTruthy()
  const lines = () => within(captions.getByRole('list', { name: 'Lines in en', hidden: true }))
  await userEvent.clear(lines().getAllByLabelText('To')[1] as HTMLElement)
  await userEvent.type(lines().getAllByLabelText('To')[1] as HTMLElement, '0:06')
  await userEvent.tab()
  await waitFor(() => expect(captions.queryByText('1 line is too fast to read.')).toBeNull())
  await save()
  await waitFor(() =>
    expect(bodies(server)).toEqual([
      {
        version: 3,
        captions: [
          {
            srclang: 'en',
            text: 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n\n00:00:02.000 --> 00:00:06.000\nThis line is much too long for its second\n',
          },
        ],
      },
    ]),
  )
})

test('captions of SubRip become WebVTT, in the language that the name of the file tells', async () => {
  const server = open(someVideo({ captions: [] }))
  await title()
  const file = new File(['1\n00:00:00,000 --> 00:00:01,500\nHallo\n'], 'captions.de.srt')
  await userEvent.upload(screen.getByLabelText('Upload captions'), file)
  await screen.findByText('de')
  await save()
  await waitFor(() =>
    expect(bodies(server)).toEqual([
      {
        version: 3,
        captions: [{ srclang: 'de', text: 'WEBVTT\n\n1\n00:00:00.000 --> 00:00:01.500\nHallo\n' }],
      },
    ]),
  )
})

test('an address without a film says so', async () => {
  open(undefined, { deskVideo: () => problem('not-found', 'x') })
  expect(await screen.findByText('There is no video at this address.')).toBeTruthy()
})

test('a film goes to the trash, and the message about it brings it back', async () => {
  const server = open(someVideo({ state: 'published', durationSeconds: null }), {
    trashVideo: () => ({ status: 200, body: someVideo({ state: 'trash', version: 4 }) }),
    restoreVideo: () => ({ status: 200, body: someVideo({ version: 5 }) }),
  })
  await title()
  await userEvent.click(screen.getByRole('button', { name: 'Move to the trash' }))
  expect(await screen.findByText('“Hooks” is in the trash.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(server.asked('restoreVideo').map(({ body }) => body)).toEqual([{ version: 4 }]))
  expect(screen.queryByText('“Hooks” is in the trash.')).toBeNull()
})

test('an earlier version is restored', async () => {
  const kept = { savedAt: null, savedBy: 'folder' as const, title: 'Hooks', description: '', hasFilm: true }
  const server = open(undefined, {
    videoVersions: () => ({
      status: 200,
      body: {
        versions: [
          { ...kept, version: 3 },
          { ...kept, version: 2, title: 'Hooks before' },
        ],
      },
    }),
    restoreVideoVersion: () => ({ status: 200, body: someVideo({ version: 4 }) }),
  })
  const row = await screen.findByRole('row', { name: /Hooks before/ })
  expect(screen.getAllByRole('button', { name: 'Restore' })).toHaveLength(1)
  await userEvent.click(within(row).getByRole('button', { name: 'Restore' }))
  await waitFor(() =>
    expect(server.asked('restoreVideoVersion').map(({ body }) => body)).toEqual([
      { version: 3, restored: 2 },
    ]),
  )
})

test('another address leads on to the film there', async () => {
  const server = open(undefined, {
    changeVideoAddress: () => ({ status: 200, body: someVideo({ id: 'new-address', version: 4 }) }),
  })
  const field = await screen.findByLabelText('Address')
  await userEvent.clear(field)
  await userEvent.type(field, 'new-address')
  await userEvent.click(screen.getByRole('button', { name: 'Change the address' }))
  await waitFor(() =>
    expect(screen.getByTestId('address').textContent).toBe('/admin/library/film/new-address'),
  )
  expect(server.asked('changeVideoAddress').map(({ body }) => body)).toEqual([
    { version: 3, id: 'new-address' },
  ])
})

const twoTracks = () => {
  const [en] = someVideo().captions
  const text = 'WEBVTT\n\n00:00.000 --> 00:02.000\nHallo\n'
  return someVideo({ captions: en ? [en, { srclang: 'de', label: 'Deutsch', text, machine: true }] : [] })
}
const captionsOf = (srclang: string) =>
  within(screen.getByText(srclang, { selector: 'summary > span' }).closest('details') ?? document.body)

test('captions by machine are marked until they are looked through, and others are left as they are', async () => {
  const server = open(twoTracks())
  await title()
  expect(captionsOf('en').queryByText('by machine')).toBeNull()
  expect(captionsOf('de').getByText('by machine')).toBeTruthy()
  await userEvent.click(captionsOf('de').getByText('I have looked through it'))
  expect(captionsOf('de').queryByText('by machine')).toBeNull()
  await save()
  await waitFor(() =>
    expect(bodies(server)).toEqual([
      {
        version: 3,
        captions: [{ srclang: 'en' }, { srclang: 'de', text: 'WEBVTT\n\n00:00.000 --> 00:02.000\nHallo\n' }],
      },
    ]),
  )
})

test('a change of other captions says nothing of those by machine', async () => {
  const server = open(twoTracks())
  await title()
  await userEvent.click(captionsOf('en').getByText('Remove'))
  await save()
  await waitFor(() => expect(bodies(server)).toEqual([{ version: 3, captions: [{ srclang: 'de' }] }]))
})

test('a video without a file shows where to drop one, and no empty frame', async () => {
  open()
  expect(await screen.findByText('Choose the video file or drop it here')).toBeTruthy()
  expect(document.querySelector('.library-player')).toBeNull()
  expect(screen.queryByText('No video yet.')).toBeNull()
})
