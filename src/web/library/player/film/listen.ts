/** Adds listeners by the names of their events, separated by spaces; returns a function that removes them. */
export function listen(
  target: EventTarget,
  listeners: Readonly<Record<string, (event: Event) => unknown>>,
): () => void {
  const end = new AbortController()
  for (const [names, listener] of Object.entries(listeners))
    for (const name of names.split(' ')) target.addEventListener(name, listener, { signal: end.signal })
  return () => end.abort()
}
