// A process that offers calls to a site, so that whoever measures is not kept from the clock by it: gets an `Offer` as
// JSON in its argument and prints what became of it.
import autocannon from 'autocannon'

export type Offer = {
  readonly url: string
  readonly requests: readonly Pick<autocannon.Request, 'method' | 'path' | 'headers' | 'body'>[]
  readonly connections: number
  readonly seconds: number
  /** Calls a second; without it each connection asks again as soon as it has its answer. */
  readonly rate?: number | undefined
}

/** How a site fared with what it was asked. */
export type Fared = {
  /** Answers a second that came within a second and were no refusal. */
  readonly usefulASecond: number
  /** Half of them came within this time. */
  readonly usefulMs: number
  readonly refusals: number
  /** Answers of status 500 and anything else that must not be, and connections that broke. */
  readonly failures: number
}

/** What comes later is of no use to a visitor. */
const patienceMs = 1_000

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
  else if (ms <= patienceMs) times.push(ms)
})
