import { randomUUID } from 'node:crypto'
import { calls } from '#contract/calls.ts'
import { insertContactMove } from '#server/identity/accounts/contact-move.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { newestMailTo } from './mails.ts'
import { confirmedIn } from './people.ts'
import { personAt } from './stored/people.ts'
import type { TestApp } from './test-app.ts'

/** The admin has begun to move a new user to another address; returns the secret of the link to it. */
export async function begunMove(site: TestApp, word: string): Promise<{ token: string }> {
  const email = `${word}@example.org`
  await confirmedIn(site, site.client(), email)
  const { userId, contactId } = await personAt(site.db, email)
  const token = `link of ${word}`
  await inTransaction(site.db, (trx) =>
    insertContactMove(trx, {
      id: randomUUID(),
      user_id: userId,
      contact_id: contactId,
      email: `new.${email}`,
      email_key: `new.${email}`,
      proof_hash: sha256(token),
      created_at: site.clock.now(),
    }),
  )
  return { token }
}

/** A new user was moved; returns the secret of the link that objects. */
export async function provenMove(site: TestApp, word: string): Promise<{ token: string }> {
  await site.client().call(calls.proveContactMove, { body: await begunMove(site, word) })
  const { text } = await newestMailTo(site, `${word}@example.org`)
  return { token: /keep-contact#([\w-]+)/.exec(text)?.[1] ?? '' }
}
