import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// a machine that is busy draws a frame late: waiting longer costs only what fails
configure({ asyncUtilTimeout: 5_000 })

// jsdom renders its frames by a timer, which may have been set on a test's fake clock. Then neither it nor later frames
// would run: before real timers are restored, the frame is rendered.
const { useRealTimers } = vi
if (useRealTimers.name !== 'drawAndUseRealTimers')
  vi.useRealTimers = function drawAndUseRealTimers() {
    if (vi.isFakeTimers()) vi.advanceTimersByTime(Math.ceil(1000 / 60))
    return useRealTimers()
  }

// Test files share the page and the packages of their worker, whose loading takes longer than most tests. Our own
// modules are evaluated again for each file, so that none sees another's stores and caches; and each begins with an
// empty page.

vi.resetModules()
localStorage.clear()
sessionStorage.clear()
window.history.replaceState(null, '', '/')
for (const element of [document.documentElement, document.body])
  for (const name of element.getAttributeNames()) element.removeAttribute(name)
document.head.replaceChildren()
document.body.replaceChildren()

afterEach(() => {
  vi.useRealTimers()
  cleanup()
  // spies first: one on a stubbed global puts the stub back
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

// what jsdom does not have
window.scrollTo = () => undefined
window.matchMedia ??= (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })

// other tabs exist only in tests that simulate them
window.BroadcastChannel = class extends EventTarget {
  postMessage() {}
  close() {}
} as unknown as typeof BroadcastChannel
