import { readSentMails } from '#server/platform/mail/mail.store.ts'
import { sendDueMails } from '#server/platform/mail/send-due-mails.ts'
import { countUnsentMails, isAnyMailHeld } from './stored/mails.ts'
import type { TestApp } from './test-app.ts'

export type ReadMail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Returns all mails to an address, newest first, after sending all due ones. */
export async function mailsTo({ services }: Pick<TestApp, 'services'>, address: string): Promise<ReadMail[]> {
  const { db } = services.database
  let left: number | undefined
  let before: number | undefined
  do {
    before = left
    await sendDueMails(services)
    left = await countUnsentMails(db)
    // the site's own job may be sending one, and the next to the same address waits for it
  } while (left !== before || (await isAnyMailHeld(db, services.clock.real())))
  const mails = await readSentMails(services.database.db, 10_000)
  return mails
    .filter((mail) => mail.recipient === address)
    .map((mail) => ({
      to: mail.recipient,
      subject: mail.subject,
      text: mail.text_body,
      html: mail.html_body,
    }))
}

export async function newestMailTo(site: Pick<TestApp, 'services'>, address: string): Promise<ReadMail> {
  const [newest] = await mailsTo(site, address)
  if (!newest) throw new Error(`There is no mail to ${address}`)
  return newest
}

/** Returns the parameters of a mail's link. */
export function codeFrom({ text }: ReadMail): { contact: string; code: string } {
  const link = new URL(/http\S+\/confirm-contact\S+/.exec(text)?.[0] ?? '')
  return { contact: link.searchParams.get('contact') ?? '', code: link.searchParams.get('code') ?? '' }
}
