import { adminLinkMinutes } from '#domain/accounts/admin.ts'
import { m } from '#messages/generated/messages.js'
import { makeAdminLink } from '#server/front/admin-link/make-admin-link.ts'
import type { Config } from '#server/platform/config/config.ts'
import { settings } from '#server/platform/config/settings.ts'
import type { Database } from '#server/platform/database/database.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { beginSetUp, isInSetUp } from '#server/platform/site/set-up.store.ts'

/**
 * Returns whether the site has not been opened yet. A database without accounts begins with its set-up unless its mail
 * server is given; any other needs one. Throws `StartProblem` without it.
 */
export async function findSetUp(
  { demo, smtpUrl, mailFrom }: Pick<Config, 'demo' | 'smtpUrl' | 'mailFrom'>,
  { db }: Database,
): Promise<boolean> {
  if (demo) return false
  const missing = smtpUrl === undefined ? 'SMTP_URL' : mailFrom === '' ? 'MAIL_FROM' : undefined
  if (missing) await beginSetUp(db)
  const inSetUp = await isInSetUp(db)
  if (missing && !inSetUp) throw new StartProblem(`${missing} is missing. ${settings[missing].doc}`)
  return inSetUp
}

/** Prints the link that creates the admin, if the site has no admin yet. */
export async function sayFirstLink(
  {
    database,
    clock,
    random,
    config: { baseUrl },
  }: Pick<Services, 'database' | 'clock' | 'random' | 'config'>,
  say: (sentence: string) => void,
): Promise<void> {
  const asked = { email: null, again: false, withoutTwoFactor: false }
  const outcome = await makeAdminLink({ database, clock, random, baseUrl }, asked)
  if (outcome.kind === 'link') say(`${m.set_up_link({ minutes: adminLinkMinutes })}\n${outcome.url}`)
}
