const key = 'lectern-player'

/**
 * The name by which the server knows this tab's player: one player is one stream, also after a reload. It waits in the
 * session storage only from one page of the tab to the next, so that a duplicated tab does not get the same one.
 */
export const playerName = takeName() ?? crypto.randomUUID()

function takeName(): string | undefined {
  addEventListener('pagehide', () => storage()?.setItem(key, playerName))
  // back from the browser's memory of pages
  addEventListener('pageshow', () => storage()?.removeItem(key))
  const name = storage()?.getItem(key) ?? undefined
  storage()?.removeItem(key)
  return name
}

/** Undefined where the browser keeps nothing. */
function storage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
