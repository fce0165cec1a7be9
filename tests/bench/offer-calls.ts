// A process that offers calls to a site, so that it does not block the measuring process: takes an `Offer` as JSON in its
// argument and prints the result.
import autocannon from 'autocannon'

export type Offer = {
  readonly url: string
  readonly requests: readonly Pick<autocannon.Request, 'method' | 'path' | 'headers' | 'body'>[]
  readonly connections: number
  readonly seconds: number
  /** Calls per second; absent: each connection calls again after its reply. */
  readonly rate?: number | undefined
}

/** Result of an offered load. */
export type Fared = {
  /** Successful replies per second within the time limit. */
  readonly usefulASecond: number
  /** Median of their times. */
  readonly usefulMs: number
  readonly refusals: number
  /** Replies with status 500 or other errors, and broken connections. */
  readonly failures: number
}

/** Time limit of useful replies: visitors do not wait longer. */
const maxMs = 1_000

const { url, requests, connections, seconds, rate }: Offer = JSON.parse(process.argv[2] ?? '')
const times: number[] = []
let refusals = 0
let failures = 0
const began = performance.now()
const options = {
  url,
  connections,
  duration: seconds,
  requests: [...requests],
  ...(rate !== undefined && { overallRate: rate }),
}
const run = autocannon(options, (error, { errors }) => {
  if (error) throw error
  const fared: Fared = {
    usefulASecond: times.length / ((performance.now() - began) / 1000),
    usefulMs: times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0,
    refusals,
    failures: failures + errors,
  }
  console.log(JSON.stringify(fared))
})
run.on('response', (_client, status, _bytes, ms) => {
  if (status === 503) refusals += 1
  else if (status >= 500 || status === 429) failures += 1
  else if (ms <= maxMs) times.push(ms)
})
