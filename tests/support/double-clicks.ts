import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { rounds } from './rounds.ts'
import { samePersonAt, secondProcess } from './second-process.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { Answer, TestClient } from './test-client.ts'

/** Something that is about to be done twice at once. */
type Deed = {
  /** Whoever does it; two people where it is about the last of something. */
  readonly by: TestClient | readonly [TestClient, TestClient]
  readonly call: Call
  readonly sent: (who: 0 | 1) => {
    readonly params?: Record<string, string>
    readonly query?: Record<string, string>
    readonly body?: unknown
  }
  /** What there is afterwards. */
  readonly effect: () => Promise<unknown>
}

export type DoubleClick = {
  readonly what: string
  readonly prepare: () => Promise<Deed>
  /** The effect of having done it once. */
  readonly once: unknown
  /** Whoever is first is answered. */
  readonly done: string
  /** One of these the second one is answered, where nothing says that it is the same request. */
  readonly second: readonly string[]
}

/** A site for a whole test file, whose second clicks another process gets. */
export function siteOfTwoProcesses(prepare: () => Promise<Record<string, string>> = async () => ({})) {
  const processes = {} as { site: TestApp; other: TestApp }
  beforeAll(async () => {
    // without trials a subscription is paid for at once
    const settings = { RATE_LIMITS: '100000', TRIAL_DAYS: '0', ...(await prepare()) }
    processes.site = await createTestApp({ settings })
    processes.other = await secondProcess(processes.site, settings)
  })
  afterAll(async () => {
    await processes.other.close()
    await processes.site.close()
  })
  return processes
}

/**
 * Somebody clicks twice, or a browser repeats what it got no answer to, and two processes get one each at the same moment:
 * what was asked for is done once, and whoever asked second is told so. The same key gets the same answer, unless the payment
 * of the first one is still on its way.
 */
export function testDoubleClicks(processes: { readonly other: TestApp }, rows: readonly DoubleClick[]): void {
  describe.each(['without a key', 'with the same key'] as const)('twice at once, %s', (how) => {
    test.each(rows)('$what', async ({ prepare, once, done, second }) => {
      for (let round = 0; round < rounds.doubleClicks; round += 1) {
        const { by, call, sent, effect } = await prepare()
        const people = 'call' in by ? [by, by] : by
        // a browser is known from its first token on
        for (const one of people) await one.csrfToken()
        const [first, next] = people as [TestClient, TestClient]
        const pages = [first, samePersonAt(processes.other, next)] as const
        await pages[1].csrfToken()
        const former = new Map(first.cookies)
        const isRepeated = how === 'with the same key' && call.idempotent && first === next
        // another process may ask while the money is on its way, or between its coming and the answer that is kept
        const meanwhile = second.filter((one) => /in-flight|version-conflict/.test(one))
        const expected = isRepeated ? [done, ...meanwhile] : second
        const headers = how === 'with the same key' ? { 'idempotency-key': randomUUID() } : {}
        const answers: Answer<unknown>[] = await Promise.all([
          pages[0].call(call, { ...sent(0), headers }),
          pages[1].call(call, { ...sent(1), headers }),
        ])
        const told = answers.map(({ status, problem }) =>
          problem ? `${status} ${problem.code}` : `${status}`,
        )
        const [other] = told.toSpliced(told.indexOf(done), 1)
        expect(told).toContain(done)
        expect(expected).toContain(other)
        // the browser goes on with the cookie that it was given
        for (const { cookies } of pages)
          for (const [name, value] of cookies) if (value !== former.get(name)) first.cookies.set(name, value)
        expect(await effect()).toEqual(once)
      }
    })
  })
}
