type Guard = (event: PopStateEvent) => void

let guard: Guard | undefined

/**
 * Lets a page hear of the back and forward buttons before the router does, and stop the event. To be called before the
 * router is there: listeners of a window are called in the order in which they came, also those that ask to capture.
 */
export function listenBeforeRouter(): void {
  window.addEventListener('popstate', (event) => guard?.(event))
}

/** Asks this guard from now on; ends with the function it answers. One page at a time has one. */
export function guardHistory(asked: Guard): () => void {
  guard = asked
  return () => {
    if (guard === asked) guard = undefined
  }
}
