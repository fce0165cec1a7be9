import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import type { Db } from '#server/platform/database/tables.ts'
import { derivedKeys } from '#server/platform/runtime/derived-key.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { findAnswer, insertAnswer, replaceAnswer } from './idempotency.store.ts'

/** How long an answer is repeated for its key, in milliseconds. */
export const answersKeptMs = 24 * 60 * 60 * 1000

/** A successful answer of a call. */
type Answer = { readonly status: number; readonly body: unknown }

/**
 * Stores the answer of an idempotent call; await it inside the transaction of the effect. A second answer of the same
 * run replaces the first.
 */
export type Remember = (trx: Db, answer: Answer) => Promise<void>

export type Idempotency = {
  /**
   * Runs a call at most once per `Idempotency-Key`: the same key with the same body repeats the first answer; with
   * another body it is refused. Only successful answers are stored; after a refusal the key can be used again.
   */
  once<Outcome extends Answer | Problem | 'sent'>(
    call: Call,
    request: FastifyRequest,
    checkedBody: unknown,
    run: (remember: Remember) => Promise<Outcome>,
  ): Promise<Outcome | Answer | Problem>
}

export function createIdempotency(services: Pick<Services, 'config' | 'database' | 'clock'>): Idempotency {
  const secrets = derivedKeys(services.config, 'idempotency')
  // keyed, because bodies contain passwords: the table allows no guessing
  const hashOf = (secret: Buffer, ...parts: readonly string[]) =>
    createHmac('sha256', secret).update(parts.join('\n')).digest()
  /** Running calls of this process: a duplicate waits for the first in place of repeating its work. */
  const underWay = new Map<string, Promise<unknown>>()

  return {
    async once(call, request, checkedBody, run) {
      const key = request.headers['idempotency-key']
      if (key === undefined) return run(async () => {})
      // mutant `typeof key !== 'string' → false`: Node makes one text of a header that comes twice
      if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) return new Problem('malformed')
      // mutant `request.visitor.browserHash?.toString → request.visitor.browserHash.toString`: csrf.ts has refused requests without one
      // mutant `request.visitor.browserHash?.toString('hex') ?? '' → request.visitor.browserHash?.toString('hex')`: the same
      // mutant `'' → 'mutant'`: the same
      const browser = request.visitor.browserHash?.toString('hex') ?? ''
      const keyBy = (secret: Buffer): Key => ({
        keyHash: hashOf(secret, call.method, call.path, browser, key),
        // mutant `checkedBody ?? null → checkedBody`: every idempotent call has a body
        requestHash: hashOf(secret, JSON.stringify(checkedBody ?? null), JSON.stringify(request.params)),
      })
      const [today, ...former] = secrets
      for (const secret of former) {
        const kept = await repeated(services, keyBy(secret))
        if (kept) return kept
      }
      const own = keyBy(today)
      // mutant `'hex' → ''`: any name of its own will do
      const id = own.keyHash.toString('hex')
      while (underWay.has(id)) await underWay.get(id)
      const attempt = runOnce(services, own, run)
      underWay.set(
        id,
        attempt.catch(() => undefined).finally(() => underWay.delete(id)),
      )
      return attempt
    },
  }
}

type Key = { readonly keyHash: Buffer; readonly requestHash: Buffer }

/** Repeats the answer stored under a key, or runs the call and stores its answer. */
async function runOnce<Outcome extends Answer | Problem | 'sent'>(
  services: Pick<Services, 'database' | 'clock'>,
  key: Key,
  run: (remember: Remember) => Promise<Outcome>,
): Promise<Outcome | Answer | Problem> {
  const former = await repeated(services, key)
  if (former) return former
  const { keyHash, requestHash } = key
  let remembered = false
  const keep = async (trx: Db, { status, body }: Answer) => {
    const times = { now: services.clock.real(), since: since(services) }
    if (remembered) return replaceAnswer(trx, keyHash, { status, body })
    if (!(await insertAnswer(trx, keyHash, { requestHash, status, body }, times))) throw new TakenKey()
    remembered = true
  }
  try {
    const outcome = await run(keep)
    if (remembered || typeof outcome !== 'object') return outcome
    // refused, maybe because another process has done it meanwhile: then its answer is repeated
    if (outcome instanceof Problem) return (await repeated(services, key)) ?? outcome
    await keep(services.database.db, outcome)
    return outcome
  } catch (error) {
    if (remembered) throw error
    // another process was faster, at the key or at a unique effect: this run is rolled back, and the first answer
    // repeated
    const first = await repeated(services, key)
    if (first) return first
    if (error instanceof TakenKey) return new Problem('unavailable', { retryAfterSeconds: 1 })
    throw error
  }
}

async function repeated(
  services: Pick<Services, 'database' | 'clock'>,
  { keyHash, requestHash }: Key,
): Promise<Answer | Problem | undefined> {
  const kept = await findAnswer(services.database, keyHash, since(services))
  if (!kept) return undefined
  return kept.requestHash.equals(requestHash) ? kept : new Problem('idempotency-conflict')
}

function since({ clock }: Pick<Services, 'clock'>): Date {
  return new Date(clock.real().getTime() - answersKeptMs)
}

/** Thrown to roll back a transaction whose key was taken meanwhile. */
class TakenKey extends Error {}

declare module 'fastify' {
  interface FastifyInstance {
    idempotency: Idempotency
  }
}
