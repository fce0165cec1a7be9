import { deskPages } from '#contract/desk/desk-pages.ts'
import type { Services } from '#server/platform/services/services.ts'
import { mailIsStuck, mailsComeBack, mailWasGivenUp, mailWentOutAfter } from './health.store.ts'
import type { MailServerWatch } from './mail-server-watch.ts'

/** How long a mail may wait before the site is degraded, in milliseconds. */
const maxWaitMs = 5 * 60_000

/**
 * Returns the fault of mail delivery, if any. The first accepted mail ends it: after that, failures are those of single
 * hosts.
 */
export async function mailFault(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  mailServer: MailServerWatch,
): Promise<string | undefined> {
  const fault = mailServer()
  if (fault && !fault.insecure && !(await mailWentOutAfter(database, fault.since)))
    return `is failing: the mail server cannot be used (${fault.code})`
  const now = clock.real()
  const moments = { now, since: new Date(now.getTime() - maxWaitMs) }
  if (await mailIsStuck(database, moments)) return 'is failing: mails have waited for more than 5 minutes'
  if (await mailsComeBack(database, moments))
    return `is failing: mails have been tried in vain for more than 5 minutes (see ${deskPages.adminMails.path})`
  if (await mailWasGivenUp(database))
    return `is failing: a mail was given up after 5 days (see ${deskPages.adminMails.path})`
  return undefined
}
