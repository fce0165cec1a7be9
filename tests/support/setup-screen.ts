import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// a machine that is busy draws a frame late: waiting longer costs only what fails
configure({ asyncUtilTimeout: 5_000 })

/** A frame of jsdom's, in milliseconds. */
const frame = 1000 / 60

// Test files share the page and the packages of their worker, whose loading takes longer than most tests. Our own modules
// are evaluated anew for each file, so that none sees another's stores and caches; and each begins with an empty page.

vi.resetModules()
localStorage.clear()
sessionStorage.clear()
window.history.replaceState(null, '', '/')
for (const element of [document.documentElement, document.body])
  for (const name of element.getAttributeNames()) element.removeAttribute(name)
document.head.replaceChildren()
document.body.replaceChildren()

afterEach(() => {
  // jsdom draws its frames by a timer: one that was set on a clock held by the test would never come, and no frame after it
  if (vi.isFakeTimers()) vi.advanceTimersByTime(Math.ceil(frame))
  vi.useRealTimers()
  cleanup()
  // spies first: one on a stubbed global puts the stub back
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
