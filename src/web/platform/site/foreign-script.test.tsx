import { beforeEach, describe, expect, test, vi } from 'vitest'

// each test begins with a new document
beforeEach(() => {
  vi.resetModules()
  window.history.replaceState(null, '', '/content/video/a')
})

async function start(pagesWithIt?: (pathname: string) => boolean) {
  const { browserHistory } = await import('./site-history.ts')
  const { noteForeignScript } = await import('./foreign-script.ts')
  const load = vi.fn<(address?: string | URL) => void>()
  const changed = vi.fn<() => void>()
  const history = browserHistory({ assign: load, replace: load, reload: load })
  const stop = history.listen(changed)
  if (pagesWithIt) noteForeignScript(pagesWithIt)
  return { history, load, changed, stop }
}
const onlyThis = (pathname: string) => pathname === '/content/video/a'

describe('a document in which a foreign script runs', () => {
  test.each(['push', 'replace'] as const)('opens another page as a document of its own: %s', async (how) => {
    const { history, load, changed, stop } = await start(onlyThis)
    history[how]('/login?next=%2F', { listing: '/content' })
    expect(load).toHaveBeenCalledExactlyOnceWith(`${location.origin}/login?next=%2F`)
    expect(changed).not.toHaveBeenCalled()
    expect(location.pathname).toBe('/content/video/a')
    stop()
    // the next document reads the handover
    vi.resetModules()
    window.history.replaceState(null, '', '/login?next=%2F')
    const next = await start()
    expect(next.history.location).toMatchObject({ pathname: '/login', state: { listing: '/content' } })
    expect(window.history.state.idx).toBe(how === 'push' ? 1 : 0)
    next.stop()
    // another document does not read it, nor does the same one a second time
    vi.resetModules()
    window.history.replaceState(null, '', '/login?next=%2F')
    const later = await start()
    expect(later.history.location.state).toBeNull()
    later.stop()
  })

  test('and where the browser goes back', async () => {
    window.history.replaceState(null, '', '/content')
    window.history.pushState({ idx: 1 }, '', '/content/video/a')
    const { load, changed, stop } = await start(onlyThis)
    window.history.back()
    await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
    expect(changed).not.toHaveBeenCalled()
    stop()
  })

  test('and the state of a history entry is restored in its document', async () => {
    window.history.replaceState({ idx: 4, key: 'k', usr: { listing: '/content' } }, '', '/content')
    window.history.pushState({ idx: 5 }, '', '/content/video/a')
    const { load, stop } = await start(onlyThis)
    window.history.back()
    await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
    stop()
    // as Chromium does where the next document has another Cross-Origin-Opener-Policy
    window.history.replaceState(null, '', '/content')
    vi.resetModules()
    const next = await start()
    expect(next.history.location).toMatchObject({ key: 'k', state: { listing: '/content' } })
    expect(window.history.state.idx).toBe(4)
    next.stop()
  })

  test('admits no further page by a later call', async () => {
    const { history, load, stop } = await start(onlyThis)
    const { noteForeignScript } = await import('./foreign-script.ts')
    noteForeignScript(() => true)
    history.push('/login', null)
    expect(load).toHaveBeenCalledOnce()
    stop()
  })

  test('but stays open for its own page', async () => {
    const { history, load, changed, stop } = await start(onlyThis)
    history.push('/content/video/a?t=90', null)
    history.replace('/content/video/a#comments', null)
    expect(load).not.toHaveBeenCalled()
    expect(changed).toHaveBeenCalledTimes(2)
    stop()
  })
})

test('a document without one loads nothing', async () => {
  const { history, load, changed, stop } = await start()
  history.push('/login', null)
  expect(load).not.toHaveBeenCalled()
  expect(changed).toHaveBeenCalledOnce()
  stop()
})
