import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { unzipSync } from 'fflate'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import '#support/film-element.ts'
import { show } from '#support/screen.tsx'
import { libraryAnswers, somePlayback, someVideo } from '#support/some-library.tsx'
import { someSession } from '#support/some-site.ts'
import { useLocalState } from '#web/platform/site/store.ts'
import { Component as VideoPage } from './video-page.tsx'

const files = [
  { name: '1-counter.ts', text: "\uFEFFlet html = '<b>bold</b>'\r\n\tlet b\r\n" },
  { name: 'src/style.css', text: 'a { color: red }\n' },
]

const saved: { name: string; content: Blob }[] = []
beforeEach(() => {
  useLocalState.getState().reset()
  saved.length = 0
  let last: Blob
  URL.createObjectURL = (content) => {
    last = content as Blob
    return 'blob:code'
  }
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, content: last })
  })
})

async function open({ code = files, member = true, fails = false } = {}) {
  const codeFiles = code.length
  const video = someVideo('grouping', { title: 'Grouping: a list', ...(codeFiles > 0 && { codeFiles }) })
  const server = fakeServer({
    ...libraryAnswers({ videos: [video] }),
    video: () => ({ status: 200, body: somePlayback('grouping', { video }) }),
    videoPreview: () => ({ status: 200, body: { chapters: [], beginnings: [] } }),
    bookmarks: () => ({ status: 200, body: { bookmarks: [] } }),
    videoCode: () =>
      fails ? problem('login-required', 'Please log in.') : { status: 200, body: { files: code } },
  })
  show(<VideoPage />, {
    at: '/content/video/grouping',
    path: '/content/video/:id',
    ...(member && { session: { ...someSession, mayWatch: true } }),
  })
  await screen.findByRole('heading', { level: 1 })
  return server
}
/** Decodes byte by byte, keeping a byte order mark. */
const toText = (bytes: BufferSource | undefined) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
const tab = () => screen.findByRole('tab', { name: 'Code' })
const panel = () => screen.findByRole('region', { name: 'Code' })
const shown = () => document.querySelector('.code-lines pre')?.textContent
const button = (name: string) => screen.findByRole('button', { name })

describe('the code of a film', () => {
  test('is requested when its tab is opened, and not before', async () => {
    const server = await open()
    await tab()
    expect(server.asked('videoCode')).toHaveLength(0)
    await userEvent.click(await tab())
    await waitFor(() => expect(server.asked('videoCode')).toHaveLength(1))
  })

  test('is shown as text, with line numbers that are not part of it, one file at a time', async () => {
    await open()
    await userEvent.click(await tab())
    await waitFor(() => expect(shown()).toBe("let html = '<b>bold</b>'\n\tlet b\n"))
    expect(document.querySelector('.code-lines b')).toBeNull()
    const lines = screen.getByRole('region', { name: 'Code of 1-counter.ts' })
    expect(lines.tabIndex).toBe(0)
    expect(lines.textContent).toBe(shown())
    expect(lines.querySelector<HTMLElement>('.code-numbers')?.dataset.numbers).toBe('1\n2')
    const names = within(screen.getByRole('group', { name: 'Files of this video' }))
    expect(names.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '1-counter.ts',
      'src/style.css',
    ])
    await userEvent.click(names.getByRole('button', { name: 'src/style.css' }))
    expect(shown()).toBe('a { color: red }\n')
    expect(names.getByRole('button', { pressed: true }).textContent).toBe('src/style.css')
  })

  test('is copied as shown, and confirms it', async () => {
    const user = userEvent.setup()
    await open()
    await user.click(await tab())
    await user.click(await button('Copy 1-counter.ts'))
    expect(await navigator.clipboard.readText()).toBe("let html = '<b>bold</b>'\n\tlet b\n")
    const copied = await button('1-counter.ts copied')
    expect(copied.querySelector('[aria-live=polite]')?.textContent).toBe('1-counter.ts copied')
  })

  test('is downloaded unchanged, one file under its name', async () => {
    await open()
    await userEvent.click(await tab())
    await userEvent.click(await button('src/style.css'))
    await userEvent.click(await button('Download src/style.css'))
    await userEvent.click(await button('1-counter.ts'))
    await userEvent.click(await button('Download 1-counter.ts'))
    expect(saved.map(({ name }) => name)).toEqual(['style.css', '1-counter.ts'])
    expect(toText(await saved[1]?.content.arrayBuffer())).toBe(files[0]?.text)
  })

  test('is downloaded as one archive, if there are several files', async () => {
    await open()
    await userEvent.click(await tab())
    await userEvent.click(await button('Download all files as a ZIP'))
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Grouping a list.zip']))
    const archive = unzipSync(new Uint8Array((await saved[0]?.content.arrayBuffer()) ?? new ArrayBuffer()))
    expect(Object.entries(archive).map(([name, bytes]) => ({ name, text: toText(bytes) }))).toEqual(files)
  })

  test('of one file shows its name, and no archive', async () => {
    await open({ code: files.slice(0, 1) })
    await userEvent.click(await tab())
    expect(await screen.findByRole('heading', { name: '1-counter.ts' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /ZIP/ })).toBeNull()
  })

  test('that cannot be loaded is reported', async () => {
    await open({ fails: true })
    await userEvent.click(await tab())
    expect((await within(await panel()).findByRole('alert')).textContent).toBe(
      'The code could not be loaded.',
    )
  })
})

test('a film without code has no tab for it', async () => {
  await open({ code: [] })
  await screen.findByRole('tab', { name: 'Bookmarks' })
  expect(screen.queryByRole('tab', { name: 'Code' })).toBeNull()
})

test('a locked film shows the number of its code files, and requests none', async () => {
  const server = await open({ member: false })
  expect(await screen.findByText('2 files to copy and download, for subscribers.')).toBeTruthy()
  expect(screen.queryByRole('tab', { name: 'Code' })).toBeNull()
  expect(server.asked('videoCode')).toHaveLength(0)
})
