import { inTransaction } from '#server/database/transaction.ts'
import { clientNetwork, shownNetwork } from '#server/http/client-network.ts'
import type { Browser } from '#server/http/cookies.ts'
import { languageOfUser } from '#server/mail/mail-language.store.ts'
import { hasEnoughMails, queueMail } from '#server/mail/queue-mail.ts'
import { newBrowserMail } from '#server/mail/templates/new-browser.ts'
import { sha256 } from '#server/runtime/derived-key.ts'
import type { Services } from '#server/services/services.ts'
import { readConfirmedAddresses } from './confirmed-addresses.store.ts'
import { recordBrowser } from './known-browser.store.ts'
import { browserIdOf } from './known-browser.ts'
import { lockUser } from './user-lock.store.ts'

/**
 * Tells a user by mail, at their primary contact, that somebody has signed in as them in a browser that was not seen
 * before; of the very first one nothing is said. A browser is known by the cookie that outlives its session. Three mails
 * an hour at most: somebody whose browser keeps no cookies is told often enough.
 */
export async function notifyOfNewBrowser(
  services: Services,
  browser: Browser,
  userId: string,
): Promise<void> {
  const { clock, config, database, random } = services
  const { headers, ip } = browser.request
  const browserHash = sha256(browserIdOf(services, browser))
  const now = clock.real()
  await inTransaction(database.db, async (trx) => {
    await lockUser(trx, userId)
    const { isNew } = await recordBrowser(trx, { userId, browserHash, now })
    if (!isNew) return
    const { name, addresses } = await readConfirmedAddresses(trx, userId)
    const [to] = addresses
    if (to === undefined || (await hasEnoughMails(trx, services, { to, template: 'new-browser' }))) return
    const facts = {
      name,
      at: now,
      userAgent: headers['user-agent'] ?? null,
      network: shownNetwork(clientNetwork(ip)),
    }
    await queueMail(trx, services, {
      effectKey: `new-browser ${random.id()}`,
      template: 'new-browser',
      to,
      content: newBrowserMail(facts, config, await languageOfUser(trx, userId)),
    })
  })
}
