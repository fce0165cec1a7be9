import autocannon from 'autocannon'

/** One server and the request that it is asked over and over. */
export type Contender = {
  readonly name: string
  readonly url: string
  readonly headers?: Record<string, string>
  /** The status that every answer has to have. */
  readonly status: number
}

const connections = 32
const roundSeconds = 1

/**
 * Requests a second of each contender: medians of `rounds` short rounds that take turns, because two runs of the same
 * server at different times differ by up to a quarter. Throws when an answer has another status.
 */
export async function requestRates(contenders: readonly Contender[], rounds: number): Promise<number[]> {
  for (const contender of contenders) await round(contender, 0.3)
  const rates = contenders.map((): number[] => [])
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const [index, contender] of contenders.entries())
      rates[index]?.push(await round(contender, roundSeconds))
  }
  return rates.map(median)
}

async function round({ name, url, headers = {}, status }: Contender, duration: number): Promise<number> {
  const began = performance.now()
  const result = await autocannon({ url, headers, connections, duration })
  const counts = Object.entries(result.statusCodeStats ?? {})
  const answers = counts.find(([code]) => code === String(status))?.[1].count ?? 0
  const others = counts.map(([code]) => code).filter((code) => code !== String(status))
  if (others.length > 0 || result.errors > 0 || answers === 0)
    throw new Error(`${name}: ${url} answered ${others.join(', ') || 'nothing'} in place of ${status}`)
  return answers / ((performance.now() - began) / 1000)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}
