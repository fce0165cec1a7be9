import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { type Asked, createFuzzSite } from '#support/fuzz-site.ts'
import { fuzzedRequest } from '#support/fuzzed-requests.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { rounds, seed } from '#support/rounds.ts'

const site = openForTests(() => createFuzzSite())

const count = rounds.fuzzedRequests

test(
  `none of ${count} requests of all kinds ends in an error of the server (SEED=${seed} repeats them)`,
  async () => {
    const ended: Asked[] = []
    for (const request of fc.sample(fuzzedRequest, { numRuns: count, seed }))
      ended.push(await site.ask(request))

    const broken = ended.filter(({ status, retryAfter }) => status >= 500 && !(status === 503 && retryAfter))
    expect(broken).toEqual([])
    // replies that may be cached contain nothing personal
    const kept = ended.filter(({ cacheControl }) => !/no-store/.test(cacheControl))
    const actorOf = (name: string) => Object.entries<Call>(calls).find(([key]) => key === name)?.[1].actor
    expect(kept.filter(({ name }) => actorOf(name) !== 'anyone')).toEqual([])
    expect(kept.filter(({ cacheControl }) => /private/.test(cacheControl))).toEqual([])
    // a request refused early finds no fault in the handler
    expect(ended.filter(({ status }) => status < 400).length / count).toBeGreaterThan(0.3)
    // with few requests, it is chance which calls occur at all
    if (count >= 4_000) expect(neverDone(ended)).toEqual([])
  },
  60_000 + count * 1_000,
)

/** The calls whose handler was never reached. */
function neverDone(ended: readonly Asked[]): string[] {
  const done = new Set(ended.flatMap(({ name, status }) => (status < 400 ? [name] : [])))
  return Object.keys(calls).filter((name) => !done.has(name))
}
