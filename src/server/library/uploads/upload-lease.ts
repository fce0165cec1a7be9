import type { Lock } from '@tus/server'
import type { Services } from '#server/platform/services/services.ts'
import { endLease, renewLease, takeLease } from './upload-lease.store.ts'

/** How long the file of a process that was killed cannot be written to. */
const leaseMs = 10_000
const renewEveryMs = 3_000

/** What a request gets whose upload another request writes to. */
const busy = { status_code: 423, body: '' }

/**
 * One request at a time writes to an upload, whichever process it has reached. The lease is a value in the upload's row,
 * taken and renewed by single statements: a lock of the database would hold a connection for as long as a part takes,
 * and the embedded database has only one.
 */
export function uploadLease(
  { database: { db }, clock, random }: Pick<Services, 'database' | 'clock' | 'random'>,
  id: string,
): Lock {
  const lease = random.id()
  let until = new Date(0)
  let hasLost = false
  let timer: NodeJS.Timeout | undefined
  const later = () => new Date(clock.real().getTime() + leaseMs)

  return {
    async lock(_signal, giveUp) {
      until = later()
      if (!(await takeLease(db, { id, lease, until }, clock.real()))) throw busy
      // answers of several turns may come together
      const giveUpOnce = () => {
        if (hasLost) return
        hasLost = true
        clearInterval(timer)
        giveUp()
      }
      timer = setInterval(() => {
        const next = later()
        renewLease(db, { id, lease, until: next }).then(
          (isOwn) => {
            if (isOwn) until = next
            else giveUpOnce()
          },
          () => {
            // before another request may take it
            if (clock.real().getTime() > until.getTime() - renewEveryMs) giveUpOnce()
          },
        )
      }, renewEveryMs).unref()
    },
    async unlock() {
      clearInterval(timer)
      await endLease(db, { id, lease })
    },
  }
}
