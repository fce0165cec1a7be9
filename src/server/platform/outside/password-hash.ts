import { hash, parseOptions, verify } from '@node-rs/argon2'
import { Problem } from '#server/platform/runtime/problem.ts'

/** Argon2id with a limit on concurrency, so that a flood of sign-ins cannot exhaust the machine. */
export type PasswordHash = {
  /** Hashes a password; a `Problem` when the queue is full. */
  hash(password: string): Promise<string | Problem>
  /** Verifies a password against a stored hash. */
  verify(stored: string, password: string): Promise<boolean | Problem>
  /** The same work for an unknown user, against timing attacks. Never true. */
  verifyNothing(password: string): Promise<false | Problem>
  /**
   * Returns whether a stored hash costs less than the current setting, so that the password should be rehashed at the
   * next sign-in.
   */
  needsRehash(stored: string): boolean
  /** Number of hashes and verifications since the start. */
  readonly computed: number
}

/** OWASP's minimum: 19 MiB (in KiB), two passes. About 28 ms of one core. */
const recommended = { memoryCost: 19_456, timeCost: 2 }

/**
 * *
 * @param parallel maximum concurrency (two cores gain nothing from more)
 * @param longestQueue maximum queue length; further calls are refused with a retry time
 * @param cost memory in KiB, and passes
 */
export function createPasswordHash({
  parallel = 2,
  longestQueue = 50,
  cost: { memoryCost, timeCost } = recommended,
} = {}): PasswordHash {
  const cost = { memoryCost, timeCost, parallelism: 1 }
  /** The hash of an unknown password. */
  const nobodysHash = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$Bezf4TU4aQbQAxFkf1sQJQ$xpgqzNQ/Kv5OjgmwnrcaS7+d7GE2oZHSbG0p/6CDXO4`
  let computed = 0
  let running = 0
  const waiting: (() => void)[] = []

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result | Problem> {
    if (running < parallel) running += 1
    else if (waiting.length >= longestQueue) return new Problem('unavailable', { retryAfterSeconds: 2 })
    // a finished task hands its slot to the next in the queue
    else await new Promise<void>((turn) => waiting.push(turn))
    computed += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    verify: (stored, password) => inTurn(() => verify(stored, password)),
    verifyNothing: (password) =>
      inTurn(async (): Promise<false> => {
        await verify(nobodysHash, password)
        return false
      }),
    needsRehash(stored) {
      const made = parseOptions(stored)
      return !stored.startsWith('$argon2id$') || made.memoryCost < memoryCost || made.timeCost < timeCost
    },
    get computed() {
      return computed
    },
  }
}
