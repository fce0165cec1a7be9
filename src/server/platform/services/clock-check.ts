import type { Database } from '#server/platform/database/database.ts'
import type { PaymentProvider } from '#server/platform/outside/payment.ts'
import type { OtherClock, Services } from './services.ts'

/** Tolerated difference between two clocks, in milliseconds. */
const toleratedMs = 5 * 60_000

/** The clocks of the database and of the providers that report theirs. */
export function otherClocks(
  database: Pick<Database, 'now'>,
  payments: ReadonlyMap<string, PaymentProvider>,
): readonly OtherClock[] {
  const ofProviders = [...payments.values()].flatMap(({ name, now }) => (now ? [{ name, now }] : []))
  return [{ name: 'the database', now: database.now }, ...ofProviders]
}

/**
 * Returns whether no other clock contradicts the machine's. Otherwise all work that is due by date waits: a machine
 * with a wrong date would renew subscriptions and delete accounts too early. It resumes once the clocks agree.
 */
export async function isClockRight({
  otherClocks,
  clock,
  log,
}: Pick<Services, 'otherClocks' | 'clock'> & {
  readonly log: Pick<Services['log'], 'error'>
}): Promise<boolean> {
  for (const { name, now } of otherClocks) {
    const asked = clock.real().getTime()
    const there = await now()
    if (there === undefined) continue
    const answered = clock.real().getTime()
    // the other clock was read between the two
    const aheadMs = Math.max(asked - there.getTime(), there.getTime() - answered)
    if (aheadMs <= toleratedMs) continue
    log.error(
      { clock: name, there, here: clock.real() },
      'the clock of this machine is wrong: nothing that depends on dates is done until it is set',
    )
    return false
  }
  return true
}
