let running = new AbortController()

// each search aborts the one before it
export async function search(words) {
  running.abort()
  running = new AbortController()
  const { signal } = running
  const url = `/search?q=${words}`
  const reply = await fetch(url, { signal })
  return reply.json()
}
