import { emailKey } from '#domain/accounts/contact.ts'
import type { Language } from '#domain/language.ts'
import { printedOrderNumber } from '#domain/shop/order-number.ts'
import { orderPage } from '#server/books/invoices/order-page.ts'
import { linesOfOrder } from '#server/business/shop/lines-of-order.ts'
import type { OrderRow } from '#server/business/shop/order.store.ts'
import { lineDetail } from '#server/business/shop/order-mails.ts'
import { returnAddress } from '#server/business/shop/show-order.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { hasEnoughMails, queueMail } from '#server/platform/mail/queue-mail.ts'
import {
  type DeclarationFacts,
  declarationForOperatorMail,
  declarationForOwnerMail,
  declarationReceivedMail,
  declarationRejectedMail,
  type WithdrawnOrder,
} from '#server/platform/mail/templates/declarations.ts'
import type { MailServices, Services } from '#server/platform/services/services.ts'
import type { Contract, Declaration } from './declaration.store.ts'
import type { Outcome } from './execute-declaration.ts'
import type { OrderOutcome } from './withdraw-order.ts'

/** Confirms a declaration with its content and time of receipt. At most three such mails an hour per address. */
export async function mailDeclarer(
  trx: Trx,
  services: MailServices,
  declaration: Declaration,
  {
    outcome,
    language,
    order,
  }: { outcome: Outcome | OrderOutcome; language: Language | undefined; order?: OrderRow },
): Promise<void> {
  const template = 'declaration-received'
  if (await hasEnoughMails(trx, services, { to: declaration.email, template })) return
  await queueMail(trx, services, {
    effectKey: `${template} ${declaration.id}${declaration.accepted_at ? ' accepted' : ''}`,
    template,
    to: declaration.email,
    content: declarationReceivedMail(
      {
        ...factsOf(declaration, services),
        outcome: outcome.kind === 'later' ? 'waits' : outcome.kind,
        contractEndsAt: outcome.kind === 'done' ? outcome.endsAt : null,
        ...(order && {
          order: await withdrawnOrder(trx, services, declaration, order),
          part: articlesOf(declaration, order),
        }),
      },
      services.config,
      language ?? declaration.language,
    ),
  })
}

/** The link that opens the order is for the buyer's own address only. */
async function withdrawnOrder(
  trx: Trx,
  { config }: Pick<Services, 'config'>,
  { email_key: declarer, pieces }: Declaration,
  { id, number, email_key: buyer }: OrderRow,
): Promise<WithdrawnOrder> {
  return {
    number: printedOrderNumber(number),
    returnTo: returnAddress(config),
    isPart: pieces !== null,
    page: declarer === buyer ? await orderPage(trx, config, id) : undefined,
  }
}

/**
 * The articles withdrawn from: those that the operator has accepted, else the declarer's description, else those that
 * the buyer has counted. A stranger does not learn the order's content.
 */
function articlesOf(
  { accepted_at: acceptedAt, pieces, part, email_key: declarer }: Declaration,
  order: OrderRow,
): string | null {
  const isTold = acceptedAt !== null || (part === null && declarer === order.email_key)
  if (pieces === null || !isTold) return part
  return linesOfOrder(order)
    .flatMap((line, at) => {
      const name = [line.name, lineDetail(line, order.language)].filter(Boolean).join(', ')
      return pieces[at] ? [`${pieces[at]} × ${name}`] : []
    })
    .join(', ')
}

/** Notifies the declarer of a rejection, in the operator's words. */
export async function mailRejected(
  trx: Trx,
  services: MailServices,
  declaration: Declaration,
  answer: string,
): Promise<void> {
  const template = 'declaration-rejected'
  await queueMail(trx, services, {
    effectKey: `${template} ${declaration.id}`,
    template,
    to: declaration.email,
    content: declarationRejectedMail(
      { ...factsOf(declaration, services), answer },
      services.config,
      declaration.language,
    ),
  })
}

/** Asks the operator to review a declaration that was not carried out automatically. */
export async function mailOperator(
  trx: Trx,
  services: MailServices,
  declaration: Declaration,
  about: Parameters<typeof declarationForOperatorMail>[0]['about'],
): Promise<void> {
  const template = 'declaration-operator'
  await queueMail(trx, services, {
    effectKey: [template, declaration.id, declaration.accepted_at?.toISOString()].filter(Boolean).join(' '),
    template,
    to: services.config.seller.email,
    content: declarationForOperatorMail({ ...factsOf(declaration, services), about }, services.config, 'en'),
  })
}

/**
 * Notifies a contract's owner, at each confirmed contact, of a declaration by another person: from another address, or
 * without proof of identity. If it is pending, the owner is asked to decide; if it was carried out, the mail contains
 * the token `notMe` for reporting that it was not them. The declared address never gets that token.
 */
export async function mailOwner(
  trx: Trx,
  services: MailServices,
  declaration: Declaration,
  {
    contract,
    outcome,
    holderKnown,
    notMe,
  }: { contract: Contract; outcome: Outcome; holderKnown: boolean; notMe: string | undefined },
): Promise<void> {
  const template = 'declaration-owner'
  const others = contract.addresses.filter((email) => emailKey(email) !== declaration.email_key)
  for (const to of outcome.kind === 'done' ? others : contract.addresses) {
    if (await hasEnoughMails(trx, services, { to, template })) continue
    await queueMail(trx, services, {
      effectKey: `${template} ${declaration.id} ${outcome.kind} ${to}`,
      template,
      to,
      content: declarationForOwnerMail(
        {
          ...factsOf(declaration, services),
          id: declaration.id,
          notMe,
          holderKnown,
          refunded: outcome.kind === 'done' && outcome.refunded,
        },
        services.config,
        contract.language ?? declaration.language,
      ),
    })
  }
}

function factsOf(declaration: Declaration, { config }: Pick<Services, 'config'>): DeclarationFacts {
  return {
    kind: declaration.kind,
    receivedAt: declaration.received_at,
    name: declaration.name,
    email: declaration.email,
    contract: declaration.contract,
    part: declaration.part,
    cancellation: declaration.cancellation,
    reason: declaration.reason,
    endsOn: declaration.ends_on,
    zone: config.seller.zone,
  }
}
