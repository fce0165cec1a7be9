import { type Reply, startRawServer } from './baselines.ts'
import type { BenchData } from './bench-site.ts'
import { perSecond, type Row } from './report.ts'
import { type Contender, requestRates } from './request-load.ts'

type Subject = {
  readonly area: string
  readonly path: string
  readonly goal: number
  readonly signedIn?: true
  /** Asks again with the ETag of the answer; still compared with the baseline sending all bytes. */
  readonly again?: true
}

const subjects = (videoId: string, sessionGoal: number | undefined): Subject[] => [
  { area: 'GET /api/videos, 200', path: '/api/videos', goal: 0.9 },
  { area: 'GET /api/videos, 304', path: '/api/videos', goal: 1.2, again: true },
  { area: 'landing page', path: '/', goal: 0.9 },
  { area: 'listing page', path: '/content', goal: 0.9 },
  { area: 'video page', path: `/content/video/${videoId}`, goal: 0.9 },
  {
    area: 'GET /api/user-session, signed in',
    path: '/api/user-session',
    goal: sessionGoal ?? Number.NaN,
    signedIn: true,
  },
]

/**
 * Replies a second of the site against raw `node:http` sending the same headers and bytes, as a browser asks for them
 * (compressed). `sessionGoal` is undefined where there is none for the database in use.
 */
export async function measureRequests(
  origin: string,
  folder: string,
  { cookie, videoId }: BenchData,
  { rounds, sessionGoal }: { rounds: number; sessionGoal: number | undefined },
): Promise<Row[]> {
  const all = subjects(videoId, sessionGoal)
  const replies = new Map<string, Reply>()
  for (const { path, signedIn } of all)
    replies.set(path, await fetchReply(origin, path, signedIn ? { cookie } : {}))
  const raw = await startRawServer(folder, replies)
  try {
    const rows: Row[] = []
    for (const { area, path, goal, signedIn, again } of all) {
      const reply = replies.get(path)
      const headers = { 'accept-encoding': 'br', ...(signedIn && { cookie }) }
      const etag = reply?.headers.etag ?? ''
      const site: Contender = {
        name: area,
        url: origin + path,
        headers: again ? { ...headers, 'if-none-match': etag } : headers,
        status: again ? 304 : 200,
      }
      const [rate = 0, rawRate = 0] = await requestRates(
        [site, { name: 'raw node:http', url: raw.origin + path, headers, status: 200 }],
        rounds,
      )
      const ratio = rate / rawRate
      const kilobytes = ((reply?.body.length ?? 0) / 1000).toFixed(1)
      const judged = Number.isNaN(goal) ? { goal: 'none embedded' } : { goal: `${goal}`, met: ratio >= goal }
      rows.push({
        area,
        measured: perSecond(rate),
        against: `raw, ${kilobytes} KB: ${perSecond(rawRate)}`,
        ratio,
        ...judged,
      })
    }
    return rows
  } finally {
    await raw.stop()
  }
}

/** The reply with its bytes as they go over the wire. */
async function fetchReply(origin: string, path: string, headers: Record<string, string>): Promise<Reply> {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    const sent = request(origin + path, { headers: { 'accept-encoding': 'br', ...headers } }, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.once('end', () => {
        if (answer.statusCode !== 200) return reject(new Error(`${path} answered ${answer.statusCode}`))
        const kept = Object.entries(answer.headers).filter(([name]) => !perConnection.has(name))
        resolve({
          headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
          body: Buffer.concat(pieces),
        })
      })
    })
    sent.once('error', reject)
    sent.end()
  })
}

/** Headers that a server writes itself. */
const perConnection = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'])
