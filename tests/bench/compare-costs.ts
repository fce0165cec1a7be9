import { request as httpRequest } from 'node:http'
import { type Reply, startRawServer } from './baselines.ts'
import { perSecond, type Row } from './report.ts'
import { type Asked, type Cost, requestCosts } from './request-load.ts'

export type Measured = {
  readonly origin: string
  readonly pid: number
  readonly databasePid?: number | undefined
}

/** A row: the request, and the required ratio of the baseline's CPU time to the site's. */
export type Subject = {
  readonly area: string
  readonly requests: readonly Asked[]
  readonly goal?: number
  /** Repeats the request with the reply's ETag. The baseline sends all bytes. */
  readonly again?: true
  /** Default: 32. */
  readonly connections?: number
}

/** A row with the cost of the site's requests. */
export type CostRow = Row & { readonly cost: Cost }

/** Measures the cost of requests, alternating with raw `node:http` that sends the same headers and bytes. */
export async function compareCosts(
  { origin, pid, databasePid }: Measured,
  folder: string,
  subjects: readonly Subject[],
  rounds: number,
): Promise<CostRow[]> {
  const replies = new Map<string, Reply>()
  for (const { requests } of subjects) {
    const [first] = requests
    if (first) replies.set(first.path, await fetchReply(origin, first))
  }
  const raw = await startRawServer(folder, replies)
  try {
    const contenders = subjects.flatMap(({ area, requests, again, connections }) => {
      const { path = '' } = requests[0] ?? {}
      const plain = requests.map((asked) => browserLike(asked))
      const etag = replies.get(path)?.headers.etag ?? ''
      const conditional = plain.map((one) => ({ ...one, headers: { ...one.headers, 'if-none-match': etag } }))
      const same = plain.map((one) => ({ ...one, path }))
      return [
        { name: area, origin, requests: again ? conditional : plain, pids: [pid], databasePid, connections },
        { name: `raw ${area}`, origin: raw.origin, requests: same, pids: [raw.pid] },
      ]
    })
    const costs = await requestCosts(contenders, rounds)
    return subjects.flatMap((subject, index) => {
      const [own, anchor] = [costs[2 * index], costs[2 * index + 1]]
      const bytes = replies.get(subject.requests[0]?.path ?? '')?.body.length ?? 0
      return own && anchor ? [rowOf(subject, own, anchor, bytes)] : []
    })
  } finally {
    await raw.stop()
  }
}

function rowOf({ area, goal }: Subject, cost: Cost, anchor: Cost, bytes: number): CostRow {
  const ratio = anchor.microseconds / cost.microseconds
  const database = Number.isNaN(cost.databaseMicroseconds)
    ? ''
    : ` + ${Math.round(cost.databaseMicroseconds)} µs PostgreSQL`
  return {
    area,
    measured: `${Math.round(cost.microseconds)} µs${database}; ${perSecond(cost.perSecond)}`,
    against: `raw, ${(bytes / 1000).toFixed(1)} KB: ${Math.round(anchor.microseconds)} µs; ${perSecond(anchor.perSecond)}`,
    ratio,
    goal: goal === undefined ? '' : String(goal),
    met: goal === undefined ? undefined : ratio >= goal,
    cost,
  }
}

function browserLike(asked: Asked): Asked {
  return { ...asked, headers: { 'accept-encoding': 'br', ...asked.headers } }
}

/** Fetches a reply with its bytes as on the wire. */
async function fetchReply(origin: string, asked: Asked): Promise<Reply> {
  const { method = 'GET', path, headers, body } = browserLike(asked)
  return new Promise((resolve, reject) => {
    const sent = httpRequest(origin + path, { method, headers: { ...headers } }, (answer) => {
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
    sent.end(body)
  })
}

/** Headers written by the server itself. */
const perConnection = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'])
