import { hash, parseOptions, verify } from '@node-rs/argon2'
import { Problem } from '#server/platform/runtime/problem.ts'

/** Argon2id with a cap on what runs at once, so that a flood of sign-ins cannot take the machine. */
export type PasswordHash = {
  /** What is stored of a password; a `Problem` when too many wait already. */
  hash(password: string): Promise<string | Problem>
  /** Whether a password is the one that `stored` was made of. */
  verify(stored: string, password: string): Promise<boolean | Problem>
  /** The same work for somebody who does not exist: the time of an answer must not reveal it. Never true. */
  verifyNothing(password: string): Promise<false | Problem>
  /** Whether a stored hash was made at less than today's cost: hash the password anew when it is known next. */
  needsRehash(stored: string): boolean
  /** How many passwords have been hashed or verified since the start. */
  readonly computed: number
}

/** What OWASP recommends at least: 19 MiB (in KiB), two passes. About 28 ms of one core. */
const recommended = { memoryCost: 19_456, timeCost: 2 }

/**
 * @param parallel how many run at once (two cores: more would only wait for each other)
 * @param longestQueue how many may wait; the next is asked to come again
 * @param cost of one: memory in KiB, and passes over it
 */
export function createPasswordHash({
  parallel = 2,
  longestQueue = 50,
  cost: { memoryCost, timeCost } = recommended,
} = {}): PasswordHash {
  const cost = { memoryCost, timeCost, parallelism: 1 }
  /** Of a password that nobody knows. */
  const nobodysHash = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$Bezf4TU4aQbQAxFkf1sQJQ$xpgqzNQ/Kv5OjgmwnrcaS7+d7GE2oZHSbG0p/6CDXO4`
  let computed = 0
  let running = 0
  const waiting: (() => void)[] = []

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result | Problem> {
    if (running < parallel) running += 1
    else if (waiting.length >= longestQueue) return new Problem('unavailable', { retryAfterSeconds: 2 })
    // whoever finishes hands its place on, so that nobody overtakes the queue
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
