let running = new AbortController()

// each search aborts the one before it
export async function search(words) {
  running.abort()
  running = new AbortController()
  const { signal } = running

  const reply = await fetch(`/search?q=${words}`, { signal })
  return reply.json()
}
