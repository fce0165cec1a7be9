let running = new AbortController()

// whichever comes first: the newer search, or five seconds
export async function search(words) {
  running.abort()
  running = new AbortController()
  const signal = AbortSignal.any([
    running.signal,
    AbortSignal.timeout(5000),
  ])

  const query = new URLSearchParams({ q: words })
  const reply = await fetch(`/search?${query}`, { signal })
  return reply.json()
}

// what the screen does with it
export async function searchAndShow(words, show, say) {
  try {
    show(await search(words))
  } catch (error) {
    if (error.name === 'AbortError') return
    say(error.name === 'TimeoutError' ? 'That took too long.' : 'No answer.')
  }
}
