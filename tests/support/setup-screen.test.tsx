import { describe, expect, test, vi } from 'vitest'

// The setup of the screens (tests/support/setup-screen.ts): one page serves many files, so a test's fake clock must not
// stop the page's frames for later ones.
describe('after a test that held the clock, and whose focused element went away', () => {
  test('(the test before)', () => {
    vi.useFakeTimers()
    const field = document.body.appendChild(document.createElement('input'))
    field.focus()
    field.remove()
    expect(document.activeElement).toBe(document.body)
    // as many tests do themselves, before the setup has its turn
    vi.useRealTimers()
  })

  test('frames are drawn again', async () => {
    await expect(new Promise((drawn) => requestAnimationFrame(() => drawn('drawn')))).resolves.toBe('drawn')
  }, 2_000)
})
