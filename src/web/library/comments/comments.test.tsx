import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SiteConfig } from '#contract/site/site.ts'
import { show } from '#support/screen.tsx'
import { useLocalState } from '#web/platform/site/store.ts'
import Comments from './comments.tsx'

// Stands in for a service's script: the real ones cannot be reached from tests.

type Played = (script: HTMLScriptElement) => void
const scripts: HTMLScriptElement[] = []
let play: Played = () => undefined
let answers: 'load' | 'error' = 'load'
const observer = new MutationObserver((changes) => {
  for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (!(node instanceof HTMLScriptElement)) continue
    scripts.push(node)
    if (answers === 'load') play(node)
    node.dispatchEvent(new Event(answers))
  }
})
type Services = {
  DISQUS?: unknown
  REMARK42?: unknown
  disqus_config?: (this: object) => void
  remark_config?: object
}
const services = window as unknown as Services

beforeEach(() => {
  scripts.length = 0
  answers = 'load'
  useLocalState.getState().set({ theme: 'dark' })
  observer.observe(document, { childList: true, subtree: true })
})
afterEach(() => {
  observer.disconnect()
  for (const script of document.head.querySelectorAll('script')) script.remove()
  for (const name of ['DISQUS', 'REMARK42', 'disqus_config', 'remark_config'] as const) delete services[name]
  useLocalState.getState().reset()
  vi.useRealTimers()
})

const open = (comments: SiteConfig['comments']) =>
  show(<Comments videoId="closures" title="What a closure remembers" />, { config: { comments } })
const load = () => userEvent.click(screen.getByRole('button', { name: 'Load comments' }))
const place = (id: string) => document.getElementById(id)
const loaded = () => waitFor(() => expect(screen.queryByText('Loading the comments')).toBeNull())
const disqusConfig = () => {
  const config = {
    page: {} as Record<string, string>,
    language: '',
    callbacks: {} as { onReady?: (() => void)[] },
  }
  services.disqus_config?.call(config)
  return config
}

/** Each service: its setting, the effect of its script, and its element. */
const all = {
  disqus: {
    comments: { provider: 'disqus', site: 'lectern-demo' },
    plays: () => {
      services.DISQUS = { reset: () => undefined }
      disqusConfig().callbacks.onReady?.[0]?.()
    },
    script: 'https://lectern-demo.disqus.com/embed.js',
    says: 'Disqus (disqus.com)',
  },
  giscus: {
    comments: { provider: 'giscus', site: 'trainer/talk,R_1,Videos,DIC_1' },
    plays: (script: HTMLScriptElement) => {
      const frame = document.createElement('iframe')
      frame.className = 'giscus-frame'
      script.after(frame)
      dispatchEvent(
        new MessageEvent('message', { origin: 'https://giscus.app', data: { giscus: { resizeHeight: 9 } } }),
      )
    },
    script: 'https://giscus.app/client.js',
    says: 'giscus (giscus.app)',
  },
  isso: {
    comments: { provider: 'isso', url: 'https://talk.example.org/isso/' },
    plays: () => place('isso-thread')?.append(document.createElement('form')),
    script: 'https://talk.example.org/isso/js/embed.min.js',
    says: 'talk.example.org',
  },
  remark42: {
    comments: { provider: 'remark42', url: 'https://talk.example.org/', site: 'lectern' },
    plays: () => {
      services.REMARK42 = {
        createInstance: () => undefined,
        changeTheme: () => undefined,
        destroy: () => undefined,
      }
      dispatchEvent(new Event('REMARK42::ready'))
    },
    script: 'https://talk.example.org/web/embed.js',
    says: 'talk.example.org',
  },
} as const

describe.each(Object.entries(all))('comments from %s', (_, { comments, plays, script, says }) => {
  beforeEach(() => {
    play = plays
  })

  test('are loaded on request, and not before', async () => {
    open(comments)
    expect(
      screen.getByText(new RegExp(`The comments come from ${says.replace(/[().]/g, '\\$&')}`)),
    ).toBeTruthy()
    await act(() => new Promise((wake) => setTimeout(wake, 50)))
    expect(scripts).toEqual([])
    await load()
    await loaded()
    expect(scripts.map(({ src }) => src)).toEqual([script])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('that cannot be loaded are reported, and can be retried', async () => {
    answers = 'error'
    open(comments)
    await load()
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The comments can not be loaded at the moment.',
    )
    answers = 'load'
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await loaded()
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(scripts).toHaveLength(2)
  })

  test('whose script runs but never responds fail after 15 seconds', async () => {
    vi.useFakeTimers()
    play = () => undefined
    open(comments)
    fireEvent.click(screen.getByRole('button', { name: 'Load comments' }))
    await act(() => vi.advanceTimersByTimeAsync(14_000))
    expect(screen.queryByRole('alert')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(1_500))
    expect(screen.getByRole('alert')).toBeTruthy()
  })
})

describe('data sent to a service', () => {
  const shown = async (name: keyof typeof all) => {
    play = all[name].plays
    open(all[name].comments)
    await load()
    await loaded()
  }
  const address = `${location.origin}/content/video/closures`
  const lighten = () => act(() => useLocalState.getState().set({ theme: 'light' }))

  test('Disqus: page, language; and it is rendered again in another theme', async () => {
    await shown('disqus')
    expect(disqusConfig()).toMatchObject({
      page: { url: address, identifier: 'closures', title: 'What a closure remembers' },
      language: 'en',
    })
    const reset = vi.fn()
    services.DISQUS = { reset }
    lighten()
    await waitFor(() => expect(reset).toHaveBeenCalledWith(expect.objectContaining({ reload: true })))
  })

  test('giscus: repository, thread, theme and language; another theme by a message to its frame', async () => {
    await shown('giscus')
    expect(scripts[0]?.dataset).toMatchObject({
      repo: 'trainer/talk',
      repoId: 'R_1',
      category: 'Videos',
      categoryId: 'DIC_1',
      term: 'closures',
      theme: 'dark',
      lang: 'en',
    })
    const frame = document.querySelector('iframe')?.contentWindow
    const said = vi.fn()
    if (frame) frame.postMessage = said
    lighten()
    expect(said).toHaveBeenCalledWith({ giscus: { setConfig: { theme: 'light' } } }, 'https://giscus.app')
  })

  test('giscus: no comments yet is no failure, any other error is', async () => {
    const fault = (error: string) => () =>
      dispatchEvent(
        new MessageEvent('message', { origin: 'https://giscus.app', data: { giscus: { error } } }),
      )
    play = fault('Discussion not found')
    const { unmount } = open(all.giscus.comments)
    await load()
    await loaded()
    expect(screen.queryByRole('alert')).toBeNull()
    unmount()
    play = fault('giscus is not installed on this repository')
    open(all.giscus.comments)
    await load()
    expect(await screen.findByRole('alert')).toBeTruthy()
  })

  test('giscus: messages of other sites are ignored', async () => {
    play = () =>
      dispatchEvent(new MessageEvent('message', { origin: 'https://evil.example', data: { giscus: {} } }))
    open(all.giscus.comments)
    await load()
    await act(() => new Promise((wake) => setTimeout(wake, 50)))
    expect(screen.getByText('Loading the comments')).toBeTruthy()
  })

  test('Isso: server, thread, language', async () => {
    await shown('isso')
    expect(scripts[0]?.dataset).toMatchObject({ isso: 'https://talk.example.org/isso/', issoLang: 'en' })
    expect(place('isso-thread')?.dataset).toMatchObject({
      issoId: '/content/video/closures',
      title: 'What a closure remembers',
      theme: 'dark',
    })
    lighten()
    expect(place('isso-thread')?.dataset.theme).toBe('light')
  })

  test('Remark42: server, site, page, theme and language; it is taken away with the page', async () => {
    play = all.remark42.plays
    const { unmount } = open(all.remark42.comments)
    await load()
    await loaded()
    expect(services.remark_config).toEqual({
      host: 'https://talk.example.org',
      site_id: 'lectern',
      url: address,
      page_title: 'What a closure remembers',
      components: ['embed'],
      theme: 'dark',
      locale: 'en',
    })
    const [changeTheme, destroy] = [vi.fn(), vi.fn()]
    services.REMARK42 = { changeTheme, destroy }
    lighten()
    expect(changeTheme).toHaveBeenCalledWith('light')
    unmount()
    expect(destroy).toHaveBeenCalled()
  })
})

test('without a service there is a sentence, and nothing to load', () => {
  open({ provider: 'none' })
  expect(screen.getByText('No comments service is set up for this site.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a playing film continues in the document loaded for the comments', async () => {
  const film = document.body.appendChild(document.createElement('video'))
  Object.defineProperties(film, { paused: { value: false }, currentTime: { value: 21.7 } })
  history.replaceState({ idx: 2 }, '', '/content/video/closures')
  const { loadedNext } = await openedForComments()
  expect(loadedNext()).toMatchObject({
    href: `${location.origin}/content/video/closures?autoplay&t=21`,
    entry: { usr: { comments: true } },
  })
  film.remove()
})

test('a paused film does not begin because of the comments', async () => {
  const film = document.body.appendChild(document.createElement('video'))
  history.replaceState({ idx: 2 }, '', '/content/video/closures')
  const { loadedNext } = await openedForComments()
  expect(loadedNext()).toMatchObject({ href: `${location.origin}/content/video/closures` })
  film.remove()
})

/** Loads comments in a document that has shown other pages. jsdom loads no document, but the handover can be read. */
async function openedForComments() {
  sessionStorage.clear()
  open(all.isso.comments)
  await load()
  expect(scripts).toEqual([])
  const loadedNext = () => JSON.parse(sessionStorage.getItem('lectern') ?? '{}').arriving
  return { loadedNext }
}

test('a document that its opener can reach counts as one with a foreign script', async () => {
  vi.resetModules()
  const { noteOpener } = await import('./asked-comments.ts')
  const { needsDocument } = await import('#web/platform/site/foreign-script.ts')
  history.replaceState(null, '', '/content/video/closures')
  noteOpener()
  expect(needsDocument('/login')).toBe(false)
  vi.stubGlobal('opener', {})
  noteOpener()
  vi.unstubAllGlobals()
  expect(['/login', '/content/video/closures'].filter(needsDocument)).toEqual(['/login'])
})
