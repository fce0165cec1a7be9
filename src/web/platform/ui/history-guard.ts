type Guard = (event: PopStateEvent) => void

let guard: Guard | undefined

/**
 * Lets pages handle the back and forward buttons before the router does, and stop the event. Must be called before the
 * router starts, because a window calls its listeners, capturing ones included, in the order of their registration.
 */
export function listenBeforeRouter(): void {
  window.addEventListener('popstate', (event) => guard?.(event))
}

/** Installs a guard, of which there is one at a time. Returns a function that removes it. */
export function guardHistory(asked: Guard): () => void {
  guard = asked
  return () => {
    if (guard === asked) guard = undefined
  }
}
