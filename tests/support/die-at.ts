import { Socket } from 'node:net'
import { statementOf } from './wire-statement.ts'

// Loaded before a server (`NODE_OPTIONS=--import=…`): kills the process at a named point of a payment, which it recognises by
// the SQL that is sent; the product knows nothing of it. `DIE_AT` names the point, `DIE_AFTER` how often it is passed first.
// It counts only after SIGUSR2, which it answers with the line "armed": a starting server passes the same points.

/** `asked`: it dies instead of asking; `answered`: as soon as that is done. */
const points = {
  /** The order is stored, and the provider has not been asked. */
  'before-the-provider': { asked: /^update "charge_attempt" set "last_sent_at"/ },
  /** The provider has taken the money, its answer is on its way. */
  'while-it-is-called': { answered: /^insert into "sandbox_charge"/ },
  /** The answer has arrived, and the transaction that stores it is not committed. */
  'before-it-is-stored': { answered: /^insert into "invoice" / },
  /** Everything is stored, and the caller has no answer yet. */
  'after-the-commit': { committed: /^insert into "invoice" / },
} as const
export type DyingPoint = keyof typeof points

const point: { asked?: RegExp; answered?: RegExp; committed?: RegExp } =
  points[process.env.DIE_AT as DyingPoint] ?? {}
let passes = Number(process.env.DIE_AFTER ?? 0)

let armed = false
process.on('SIGUSR2', () => {
  armed = true
  process.stdout.write('armed\n')
})

function pass(): void {
  if (!armed) return
  passes -= 1
  if (passes < 0) process.kill(process.pid, 'SIGKILL')
}

/** The state of a connection to PostgreSQL. */
const aboutToCommit = new WeakSet<Socket>()
const write = Socket.prototype.write as (this: Socket, ...args: unknown[]) => boolean

Socket.prototype.write = function dying(this: Socket, ...args: unknown[]) {
  const text = statementOf(args[0])
  if (text !== undefined) {
    if (point.asked?.test(text)) pass()
    if (point.committed?.test(text)) aboutToCommit.add(this)
    const commits = /^commit/i.test(text) && aboutToCommit.delete(this)
    // before the answer is read
    if (commits || point.answered?.test(text)) this.prependOnceListener('data', pass)
  }
  return write.apply(this, args)
} as typeof Socket.prototype.write
