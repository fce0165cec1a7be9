import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { DeskVideo } from '#contract/admin/library/admin-library.ts'
import type { Upload } from '#contract/admin/library/admin-uploads.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { markOf } from './file-mark.ts'
import { FilmDrop } from './film-drop.tsx'
import { UploadList } from './upload-list.tsx'
import { forget, useSentUploads } from './uploads-store.ts'

/** The requests of tus, which go by XMLHttpRequest: a server that takes bytes until `away` says that it cannot be reached. */
class Line extends EventTarget {
  static files = new Map<string, number>()
  static away = false
  static sent: { method: string; headers: Map<string, string>; bytes: number }[] = []
  readonly upload: { onprogress?: (event: object) => void } = {}
  private readonly headers = new Map<string, string>()
  private reply = new Map<string, string>()
  private method = ''
  private id = ''
  status = 0
  responseText = ''
  onload: (() => void) | undefined
  onerror: ((event: Event) => void) | undefined

  open(method: string, address: string) {
    this.method = method
    this.id = address.split('/').at(-1) ?? ''
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name.toLowerCase(), value)
  }
  getResponseHeader(name: string) {
    return this.reply.get(name.toLowerCase()) ?? null
  }
  abort() {}
  send(body?: Blob) {
    const bytes = body?.size ?? 0
    Line.sent.push({ method: this.method, headers: this.headers, bytes })
    queueMicrotask(() => {
      if (Line.away) return this.onerror?.(new Event('error'))
      const received = (Line.files.get(this.id) ?? 0) + bytes
      Line.files.set(this.id, received)
      this.reply = new Map([
        ['upload-offset', String(received)],
        ['upload-length', String(film.size)],
      ])
      this.status = this.method === 'HEAD' ? 200 : 204
      this.onload?.()
    })
  }
}

const film = new File([new Uint8Array(700_000)], 'My_first film.mov', { type: 'video/quicktime' })
const id = '0a000000-0000-4000-8000-000000000001'
const begun = (): Promise<Upload> =>
  markOf(film).then((mark) => ({ ...mark, id, videoId: 'lesson', received: 0 }))
const noJobs = () => ({ status: 200 as const, body: { isFfmpegMissing: false, count: 0, jobs: [] } })
const empty = () => ({ status: 200 as const, body: { uploads: [], maxBytes: 200e6 } })

beforeEach(() => {
  for (const upload of useSentUploads.getState().uploads) forget(upload.id)
  Line.files.clear()
  Line.sent = []
  Line.away = false
  vi.stubGlobal('XMLHttpRequest', Line)
})

function open(target: { videoId?: string } = { videoId: 'lesson' }) {
  show(
    <>
      <FilmDrop {...target} label="Drop a film here" />
      <UploadList />
    </>,
  )
}
const zone = () => screen.getByLabelText<HTMLInputElement>(/Drop a film here/)
/** All of it has arrived; it leaves the list, as its processing is shown instead. */
const sent = () =>
  waitFor(() => expect([Line.files.get(id), useSentUploads.getState().uploads]).toEqual([film.size, []]), {
    timeout: 20_000,
  })
const row = async () => within(await screen.findByRole('listitem'))

test('a film is sent in parts, each with a token, after the password was asked for', async () => {
  const server = fakeServer({
    uploads: empty,
    filmJobs: noJobs,
    startUpload: ({ body }) =>
      (body as { password?: string }).password === undefined
        ? problem('password-required', 'Enter your password.')
        : { status: 201, body: { id } },
  })
  open()
  await userEvent.upload(zone(), film)
  await userEvent.type(await screen.findByLabelText('current password'), 'the password{Enter}')
  await sent()
  const [, started] = server.asked('startUpload')
  expect(started?.body).toEqual({
    ...(await markOf(film)),
    purpose: 'film',
    videoId: 'lesson',
    password: 'the password',
  })
  expect(Line.files.get(id)).toBe(film.size)
  const parts = Line.sent.filter(({ method }) => method === 'PATCH')
  expect(parts.map(({ bytes }) => bytes)).toEqual([262_144, 437_856])
  const tokens = parts.map(({ headers }) => headers.get('x-csrf-token'))
  for (const token of tokens) expect(token).toMatch(/^token-/)
  expect(new Set(tokens).size).toBe(parts.length)
})

test('the same file, dropped again on another day, goes on where it stopped', async () => {
  const upload = { ...(await begun()), received: 600_000 }
  Line.files.set(id, 600_000)
  fakeServer({
    filmJobs: noJobs,
    uploads: () => ({ status: 200, body: { uploads: [upload], maxBytes: 200e6 } }),
  })
  open()
  expect(await (await row()).findByText(/choose or drop the same file again/)).toBeTruthy()
  await userEvent.upload(zone(), film)
  await sent()
  const parts = Line.sent.filter(({ method }) => method === 'PATCH')
  expect(parts.map(({ bytes }) => bytes)).toEqual([100_000])
})

test('several files become drafts with their names, and other files are listed as not taken', async () => {
  const titles: string[] = []
  const server = fakeServer({
    uploads: empty,
    filmJobs: noJobs,
    createVideo: ({ body }) => {
      titles.push((body as { title: string }).title)
      return { status: 200, body: { id: `draft-${titles.length}` } as DeskVideo }
    },
    startUpload: ({ body }) => {
      const { videoId } = body as { videoId: string }
      return { status: 201, body: { id: id.replace(/1$/, videoId.slice(-1)) } }
    },
  })
  open({})
  const other = new File([new Uint8Array(5)], 'second.mkv')
  const namesake = new File([new Uint8Array(6)], 'second.mkv')
  const notes = ['a.txt', 'b.txt'].map((name) => new File(['notes'], name, { type: 'text/plain' }))
  fireEvent.drop(zone(), { dataTransfer: { items: [], files: [film, ...notes, other, namesake] } })
  await waitFor(() => expect(server.asked('startUpload')).toHaveLength(3))
  expect(titles).toEqual(['My first film', 'second', 'second'])
  const keys = server.asked('createVideo').map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys).size).toBe(3)
  expect((await screen.findByRole('alert')).textContent).toBe('a.txt, b.txt This is not a video.')
})

test('a film that is larger than the site takes is refused before anything is made of it', async () => {
  const server = fakeServer({
    filmJobs: noJobs,
    uploads: () => ({ status: 200, body: { uploads: [], maxBytes: 500_000 } }),
  })
  open()
  await userEvent.upload(zone(), film)
  expect((await screen.findByRole('alert')).textContent).toMatch(/a file can have up to 500 kB/)
  expect(server.asked('startUpload')).toEqual([])
})

test('without a connection it waits, and goes on by itself; it can be paused and discarded', async () => {
  Line.away = true
  const server = fakeServer({
    uploads: empty,
    filmJobs: noJobs,
    startUpload: () => ({ status: 201, body: { id } }),
    dropUpload: () => ({ status: 200, body: { status: 'ok' } }),
  })
  open()
  await userEvent.upload(zone(), film)
  expect(await (await row()).findByText(/The connection is interrupted/)).toBeTruthy()
  await userEvent.click((await row()).getByRole('button', { name: /^Pause/ }))
  expect((await row()).getByText('Paused.')).toBeTruthy()
  Line.away = false
  await userEvent.click((await row()).getByRole('button', { name: /^Continue/ }))
  await sent()

  Line.away = true
  forget(id)
  Line.files.clear()
  await userEvent.upload(zone(), film)
  await userEvent.click((await row()).getByRole('button', { name: /^Discard/ }))
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull())
  expect(server.asked('dropUpload').map(({ params }) => params)).toEqual([{ id }])
})
