import { execFile, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { Fared, Offer } from './offer-calls.ts'
import { processorSeconds, processorSecondsOfTree } from './processor-time.ts'

/** One of the requests that are sent in turn. */
export type Asked = {
  readonly method?: 'GET' | 'PUT' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A server and its requests. */
export type Contender = {
  readonly name: string
  readonly origin: string
  readonly requests: readonly Asked[]
  readonly pids: readonly number[]
  /** Its PostgreSQL server. */
  readonly databasePid?: number | undefined
  /** Default: 32; fewer for slow replies. */
  readonly connections?: number | undefined
}

/** Cost of a contender's requests. */
export type Cost = {
  /** CPU time per request of the answering processes, in microseconds. */
  readonly microseconds: number
  /** CPU time per request of the PostgreSQL server; NaN without one. */
  readonly databaseMicroseconds: number
  readonly perSecond: number
}

/** The load generator, for readers of the figures. */
export const loadProgram = spawnSync('wrk', ['-v']).error ? 'two processes of autocannon' : 'wrk'

const usualConnections = 32

/**
 * Returns the cost of each contender's requests: medians of `rounds` alternating rounds of a second, because two runs of
 * the same server at different times differ by up to a quarter. All are warmed up. Throws if a request fails.
 */
export async function requestCosts(contenders: readonly Contender[], rounds: number): Promise<Cost[]> {
  for (const contender of contenders) await warmUp(contender)
  const costs = contenders.map((): Cost[] => [])
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const [index, contender] of contenders.entries()) costs[index]?.push(await round(contender, 1))
  }
  return costs.map((list) => ({
    microseconds: median(list.map(({ microseconds }) => microseconds)),
    databaseMicroseconds: median(list.map(({ databaseMicroseconds }) => databaseMicroseconds)),
    perSecond: median(list.map(({ perSecond }) => perSecond)),
  }))
}

/** Warms up a process until its code is compiled: some thousand requests, or some seconds for slow ones. */
async function warmUp(contender: Contender): Promise<void> {
  let answers = 0
  for (let turn = 0; turn < 4 && answers < 4_000; turn += 1)
    answers += (await round(contender, 1 + turn)).perSecond * (1 + turn)
}

/** Sends requests for a number of seconds and returns their cost. */
export async function round(contender: Contender, seconds: number): Promise<Cost> {
  const { pids, databasePid } = contender
  const before = [processorSeconds(pids), databasePid ? processorSecondsOfTree(databasePid) : Number.NaN]
  const began = performance.now()
  const answers = loadProgram === 'wrk' ? await byWrk(contender, seconds) : await byNode(contender, seconds)
  const took = (performance.now() - began) / 1000
  const after = [processorSeconds(pids), databasePid ? processorSecondsOfTree(databasePid) : Number.NaN]
  const [own = Number.NaN, ofDatabase = Number.NaN] = after.map(
    (value, index) => value - (before[index] ?? 0),
  )
  return {
    microseconds: (own / answers) * 1e6,
    databaseMicroseconds: (ofDatabase / answers) * 1e6,
    perSecond: answers / took,
  }
}

/** Returns the number of answered requests. */
async function byWrk(
  { name, origin, requests, connections = usualConnections }: Contender,
  seconds: number,
): Promise<number> {
  const script = join(tmpdir(), `lectern-load-${randomUUID()}.lua`)
  writeFileSync(script, luaFor(requests))
  try {
    const common = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '20s']
    const { stdout } = await promisify(execFile)('wrk', [...common, '-s', script, origin])
    const [, answers = '0'] = /(\d+) requests in/.exec(stdout) ?? []
    const [, refused = '0'] = /Non-2xx or 3xx responses: (\d+)/.exec(stdout) ?? []
    const [, connect = 0, read = 0] =
      /Socket errors: connect (\d+), read (\d+)/.exec(stdout)?.map(Number) ?? []
    if (Number(refused) + connect + read > 0)
      throw new Error(`${name}: ${refused} of ${answers} answers were no success\n${stdout}`)
    return Number(answers)
  } finally {
    rmSync(script)
  }
}

/** The requests as bytes for the socket, in turn: prepared once, so that they cost nothing later. */
function luaFor(requests: readonly Asked[]): string {
  const quoted = (value: string) => JSON.stringify(value)
  const made = requests.map(({ method = 'GET', path, headers = {}, body }) => {
    const fields = Object.entries(headers).map(([key, value]) => `[${quoted(key)}]=${quoted(value)}`)
    return `  all[#all + 1] = wrk.format("${method}", ${quoted(path)}, {${fields.join(', ')}}${body === undefined ? '' : `, ${quoted(body)}`})`
  })
  return `local all = {}
local at = 0
function init()
${made.join('\n')}
end
function request()
  at = at % #all + 1
  return all[at]
end
`
}

async function byNode(
  { name, origin: url, requests, connections = usualConnections }: Contender,
  seconds: number,
): Promise<number> {
  const half = { url, connections: connections / 2, seconds }
  const offer: Offer = { ...half, requests: requests.map((asked) => ({ method: 'GET', ...asked })) }
  const fared = await Promise.all([offerCalls(offer), offerCalls(offer)])
  if (fared.some(({ refusals, failures }) => refusals + failures > 0))
    throw new Error(`${name}: not all succeeded`)
  return Math.round(fared.reduce((sum, { usefulASecond }) => sum + usefulASecond, 0) * seconds)
}

/** Offers calls from a separate process, so that they do not block the measuring one. */
export async function offerCalls(what: Offer): Promise<Fared> {
  const program = join(import.meta.dirname, 'offer-calls.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(what)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(await text(child.stdout))
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}
