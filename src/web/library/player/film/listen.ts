/** Adds event listeners by name; returns a function that removes them. */
export function listen(
  target: EventTarget,
  listeners: Readonly<Record<string, (event: Event) => void>>,
): () => void {
  for (const [name, listener] of Object.entries(listeners)) target.addEventListener(name, listener)
  return () => {
    for (const [name, listener] of Object.entries(listeners)) target.removeEventListener(name, listener)
  }
}
