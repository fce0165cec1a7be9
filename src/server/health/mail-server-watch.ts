import type { Services } from '#server/services/services.ts'

/** Answers why the mail server takes no mails, in a word; undefined while it does, or is not known yet. */
export type MailServerWatch = () => string | undefined

const askedAgainAfterMs = 60_000

/**
 * Asks the mail server at once whether it would take mails, and again when somebody looks, once a minute at most. Nobody
 * waits for its answer. What is wrong is logged when it begins.
 */
export function watchMailServer({ mail, log }: Pick<Services, 'mail' | 'log'>): MailServerWatch {
  let fault: string | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  const ask = async () => {
    askedAt = performance.now()
    const found = await mail.check?.()
    if (found && fault === undefined)
      log.warn({ problem: found.message }, 'the mail server cannot be used: mails wait until it can')
    fault = found?.code
  }
  void ask()
  return () => {
    if (performance.now() - askedAt > askedAgainAfterMs) void ask()
    return fault
  }
}
