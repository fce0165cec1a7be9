import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { openForTests } from './open-for-tests.ts'
import { rounds } from './rounds.ts'
import { samePersonAt, secondProcess } from './second-process.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { Answer, TestClient } from './test-client.ts'

/** An action that is done twice concurrently. */
type Deed = {
  /** The actor; two actors for the last one of something. */
  readonly by: TestClient | readonly [TestClient, TestClient]
  readonly call: Call
  readonly sent: (who: 0 | 1) => {
    readonly params?: Record<string, string>
    readonly query?: Record<string, string>
    readonly body?: unknown
  }
  /** The resulting state. */
  readonly effect: () => Promise<unknown>
}

export type DoubleClick = {
  readonly what: string
  readonly prepare: () => Promise<Deed>
  /** The result of a single action. */
  readonly once: unknown
  /** Reply to the first. */
  readonly done: string
  /** Possible replies to the second, unless it is known to be the same request. */
  readonly second: readonly string[]
}

/** A site for a test file, with a second process for the second clicks. */
export function siteOfTwoProcesses(prepare: () => Promise<Record<string, string>> = async () => ({})) {
  // without trials a subscription is paid for at once
  const settings = { RATE_LIMITS: '100000', TRIAL_DAYS: '0' }
  const site = openForTests(async () => createTestApp({ settings: Object.assign(settings, await prepare()) }))
  const other = openForTests(() => secondProcess(site, settings))
  return { site, other }
}

/**
 * Tests a double click, or a retry after a lost reply, handled by two processes at the same moment: the action takes
 * effect once, and the second caller gets an answer. The same key gets the same reply, unless the first payment is
 * still pending.
 */
export function testDoubleClicks(other: TestApp, rows: readonly DoubleClick[]): void {
  describe.each(['without a key', 'with the same key'] as const)('twice at once, %s', (how) => {
    test.each(rows)('$what', async ({ prepare, once, done, second }) => {
      for (let round = 0; round < rounds.doubleClicks; round += 1) {
        const { by, call, sent, effect } = await prepare()
        const people = 'call' in by ? [by, by] : by
        // a browser is known from its first token on
        for (const one of people) await one.csrfToken()
        const [first, next] = people as [TestClient, TestClient]
        const pages = [first, samePersonAt(other, next)] as const
        await pages[1].csrfToken()
        const former = new Map(first.cookies)
        const isRepeated = how === 'with the same key' && call.idempotent && first === next
        // another process may look while the payment is pending, or before the reply is stored
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
        const [theirs] = told.toSpliced(told.indexOf(done), 1)
        expect(told).toContain(done)
        expect(expected).toContain(theirs)
        // the browser continues with its new cookie
        for (const { cookies } of pages)
          for (const [name, value] of cookies) if (value !== former.get(name)) first.cookies.set(name, value)
        expect(await effect()).toEqual(once)
      }
    })
  })
}
