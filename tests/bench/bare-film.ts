import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Playback } from '#contract/library/library.ts'

/**
 * Serves a page with only a `<video>` of a site's film, and the film itself: the best possible time of its first frame.
 */
export async function serveBareFilm(
  site: string,
  videoId: string,
): Promise<{ readonly url: string; stop(): void }> {
  const opened = await fetch(`${site}/api/video/${videoId}?player=bench`)
  const { source } = (await opened.json()) as Playback
  // the address is bound to the browser that requested it
  const cookie = opened.headers.getSetCookie().map((one) => one.split(';')[0])
  const media = await fetch(new URL(source.url, site), { headers: { cookie: cookie.join('; ') } })
  if (!media.ok) throw new Error(`the film is refused: ${media.status}`)
  const film = Buffer.from(await media.arrayBuffer())
  const server = createServer(({ url, headers }, reply) => {
    if (url !== '/film.mp4')
      return reply
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          '<!doctype html><title>Film</title><video src="/film.mp4" width="412" preload="auto" controls></video>',
        )
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
    const end = Math.min(to === '' ? film.length : Number(to) + 1, film.length)
    return reply
      .writeHead(206, {
        'content-type': source.mimeType,
        'accept-ranges': 'bytes',
        'content-range': `bytes ${from}-${end - 1}/${film.length}`,
        'content-length': end - Number(from),
      })
      .end(film.subarray(Number(from), end))
  })
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop }
}
