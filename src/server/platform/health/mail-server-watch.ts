import type { MailServerFault } from '#server/platform/outside/mail.ts'
import type { Services } from '#server/platform/services/services.ts'

/**
 * Returns why the mail server accepts no mails, or only without TLS, and since when; undefined if all is well, or not
 * known yet.
 */
export type MailServerWatch = () => FaultSince | undefined

/** `since` is the real time of the last check. */
type FaultSince = MailServerFault & { readonly since: Date }

const askedAgainAfterMs = 60_000

/**
 * Checks the mail server at once, and again on request, once a minute at most. Callers never wait for the answer. A
 * fault is logged when it begins.
 */
export function watchMailServer({
  mail,
  log,
  clock,
}: Pick<Services, 'mail' | 'log' | 'clock'>): MailServerWatch {
  let fault: FaultSince | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  const ask = async () => {
    askedAt = performance.now()
    const found = await mail.check?.()
    if (found && (fault === undefined || fault.insecure !== found.insecure))
      log.warn(
        { problem: found.message },
        found.insecure
          ? 'mails are sent without TLS, because the mail server offers none'
          : 'the mail server cannot be used: mails wait until it can',
      )
    fault = found && { ...found, since: clock.real() }
  }
  void ask()
  return () => {
    if (performance.now() - askedAt > askedAgainAfterMs) void ask()
    return fault
  }
}
