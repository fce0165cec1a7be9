type Guard = (event: PopStateEvent) => void

let guard: Guard | undefined

/**
 * Lets a page handle the back and forward buttons before the router does, and stop the event. To be called before the
 * router starts: a window calls its listeners in the order in which they were added, capturing ones included.
 */
export function listenBeforeRouter(): void {
  window.addEventListener('popstate', (event) => guard?.(event))
}

/** Installs a guard; the function returned removes it. There is one at a time. */
export function guardHistory(asked: Guard): () => void {
  guard = asked
  return () => {
    if (guard === asked) guard = undefined
  }
}
