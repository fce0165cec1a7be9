const key = 'lectern-player'

/**
 * Identifies this tab's player to the server: one player is one stream, also after a reload. It is in the session
 * storage only between two pages of the tab, so that a duplicated tab does not copy it.
 */
export const playerName = takeName() ?? crypto.randomUUID()

function takeName(): string | undefined {
  addEventListener('pagehide', () => storage()?.setItem(key, playerName))
  // restored from the back/forward cache
  addEventListener('pageshow', () => storage()?.removeItem(key))
  const name = storage()?.getItem(key) ?? undefined
  storage()?.removeItem(key)
  return name
}

/** Undefined if the browser refuses storage. */
function storage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
