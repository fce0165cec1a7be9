// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
})

/** Loads the store as on a new page. */
async function loaded(kept?: unknown) {
  if (kept !== undefined)
    localStorage.setItem('lectern', typeof kept === 'string' ? kept : JSON.stringify(kept))
  vi.resetModules()
  return (await import('./store.ts')).useLocalState
}

describe('what this browser remembers', () => {
  test('is stored under the one key', async () => {
    const store = await loaded()
    store.getState().set({ speed: 1.5, theme: 'dark' })
    expect(Object.keys(localStorage)).toEqual(['lectern'])
  })

  test('is there again after the page was loaded anew', async () => {
    const store = await loaded()
    store.getState().set({ speed: 1.5, captions: false })
    const again = await loaded()
    expect(again.getState()).toMatchObject({ speed: 1.5, captions: false, volume: 1 })
  })

  test('is forgotten on request', async () => {
    const store = await loaded()
    const { set, reset, ...initial } = store.getState()
    set({
      speed: 3,
      volume: 0.2,
      muted: true,
      theme: 'dark',
      theatre: true,
      letterKeys: false,
      filtersOpen: true,
    })
    reset()
    expect(store.getState()).toMatchObject(initial)
    expect((await loaded()).getState()).toMatchObject(initial)
  })

  test.each([
    ['no JSON at all', '{'],
    ['null', 'null'],
    ['a list', []],
    [
      'values of other types',
      { state: { speed: 'fast', volume: null, theme: 'pink', autoplay: 1 }, version: 1 },
    ],
    ['values that nobody knows', { state: { colour: 'red', set: 1, reset: null }, version: 1 }],
    ['another version', { state: { speed: 2 }, version: 7 }],
  ])('has its defaults if the key holds %s', async (_, kept) => {
    const noise = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const store = await loaded(kept)
    expect(store.getState()).toMatchObject({ speed: 1, volume: 1, theme: undefined, autoplay: false })
    expect(store.getState()).not.toHaveProperty('colour')
    expect(store.getState().set).toBeTypeOf('function')
    noise.mockRestore()
  })

  test('keeps what fits when something else does not', async () => {
    const store = await loaded({ state: { speed: 2, volume: 'loud' }, version: 1 })
    expect(store.getState()).toMatchObject({ speed: 2, volume: 1 })
  })
})
