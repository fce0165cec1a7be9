import type { Transaction } from 'kysely'
import type { Language } from '#domain/language.ts'
import type { Tables } from '#server/database/tables.ts'
import { hasEnoughMails, queueMail } from '#server/mail/queue-mail.ts'
import {
  type DeclarationFacts,
  declarationForOperatorMail,
  declarationReceivedMail,
} from '#server/mail/templates/declarations.ts'
import type { Services } from '#server/services/services.ts'
import type { Declaration } from './declaration.store.ts'
import type { Outcome } from './execute-declaration.ts'

/** Confirms a declaration, with what it said and when it came. An address gets three such mails an hour, not more. */
export async function mailDeclarer(
  trx: Transaction<Tables>,
  services: Services,
  declaration: Declaration,
  { outcome, language }: { outcome: Outcome; language: Language | undefined },
): Promise<void> {
  const template = 'declaration-received'
  if (await hasEnoughMails(trx, services, { to: declaration.email, template })) return
  await queueMail(trx, services, {
    effectKey: `${template} ${declaration.id}`,
    template,
    to: declaration.email,
    content: declarationReceivedMail(
      {
        ...factsOf(declaration, services),
        outcome: outcome.kind,
        contractEndsAt: outcome.kind === 'done' ? outcome.endsAt : null,
      },
      services.config,
      language ?? declaration.language,
    ),
  })
}

/** Asks the operator to look at a declaration that was not carried out by itself. */
export async function mailOperator(
  trx: Transaction<Tables>,
  services: Services,
  declaration: Declaration,
  { matched }: { matched: boolean },
): Promise<void> {
  const template = 'declaration-operator'
  await queueMail(trx, services, {
    effectKey: `${template} ${declaration.id}`,
    template,
    to: services.config.seller.email,
    content: declarationForOperatorMail(
      { ...factsOf(declaration, services), matched },
      services.config,
      'en',
    ),
  })
}

function factsOf(declaration: Declaration, { config }: Services): DeclarationFacts {
  return {
    kind: declaration.kind,
    receivedAt: declaration.received_at,
    name: declaration.name,
    email: declaration.email,
    contract: declaration.contract,
    cancellation: declaration.cancellation,
    reason: declaration.reason,
    endsOn: declaration.ends_on,
    zone: config.seller.zone,
  }
}
