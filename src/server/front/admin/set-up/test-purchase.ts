import type { TestPurchase } from '#contract/desk/set-up-calls.ts'
import { confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import { readConfirmedAddresses } from '#server/identity/sessions/confirmed-addresses.store.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Config } from '#server/platform/config/config.ts'
import { readSetting, writeSetting } from '#server/platform/database/setting.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { languageOfUser } from '#server/platform/mail/mail-language.store.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { testPurchaseMail } from '#server/platform/mail/templates/admin-settings.ts'
import type { PaymentProvider } from '#server/platform/outside/payment.ts'
import { enterTestCard } from '#server/platform/outside/stripe/check-stripe.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { openStripeApart } from '#server/platform/services/payment-providers.ts'
import type { Services } from '#server/platform/services/services.ts'
import { isInSetUp } from '#server/platform/site/set-up.store.ts'
import { testDocument, testSale } from './test-document.ts'

type Stripe = NonNullable<Config['stripe']>

/** Returns the last test purchase; null before, and once the site is open. */
export async function lastTestPurchase({
  database,
}: Pick<Services, 'database'>): Promise<TestPurchase | null> {
  // written by `testPurchase` alone
  return ((await readSetting(database.db, 'test-purchase')) as TestPurchase | undefined) ?? null
}

/**
 * Buys the shortest period on sale with Stripe's test card, and mails the admin its document. It is kept apart from
 * accounts, books and invoices: only the setting of the last one and the mail are stored, until the site opens. 409
 * `site-is-open`, `test-keys-needed`; `set-up-unfinished` where no document could be written or mailed; else refused as
 * `confirmAdminLately`. A refusal by Stripe is a reply.
 */
export const testPurchase: UseCase<'testPurchase'> = async (services, context) => {
  const { clock, config, database, random } = services
  const by = await confirmAdminLately(services, context)
  if (by instanceof Problem) return by
  if (!(await isInSetUp(database.db))) return new Problem('site-is-open')
  const { stripe } = config
  if (!stripe || stripe.livemode) return new Problem('test-keys-needed')
  if (config.seller.address === '' || config.smtpUrl === undefined) return new Problem('set-up-unfinished')
  const { name, addresses } = await readConfirmedAddresses(database.db, by.userId)
  const to = { id: random.id(), name, email: addresses[0] ?? '' }
  const language = await languageOfUser(database.db, by.userId)
  const sale = testSale(services)
  const reason = await payByTestCard(services, stripe, { ...to, grossCents: sale.amount.grossCents })
  const number = numberAfter((await lastTestPurchase(services))?.number)
  const body = {
    at: clock.real().toISOString(),
    number,
    grossCents: sale.amount.grossCents,
    paid: reason === undefined,
    reason: reason ?? '',
  }
  const document = body.paid ? await testDocument(services, sale, { ...to, number, language }) : undefined
  await inTransaction(database.db, async (trx) => {
    // opened meanwhile: nothing may be left
    if (!(await isInSetUp(trx))) return
    await writeSetting(trx, 'test-purchase', body)
    if (document)
      await queueMail(trx, services, {
        effectKey: `test purchase ${to.id}`,
        template: 'test-purchase',
        to: to.email,
        content: testPurchaseMail({ name, number }, config, language),
        attachments: [document],
      })
    await context.remember(trx, { status: 200, body })
    await recordAudit(trx, services, by, {
      action: 'purchase-tested',
      target: 'payment',
      after: { number, paid: body.paid },
    })
  })
  return { status: 200, body }
}

type Purchase = { readonly id: string; readonly email: string; readonly grossCents: number }

/** Stores the card, charges it, and removes it. Returns why it was not paid; undefined where it was. */
async function payByTestCard(
  services: Services,
  stripe: Stripe,
  purchase: Purchase,
): Promise<string | undefined> {
  const provider = await openStripeApart(stripe, services, 'test purchase')
  const { id: accountId, email } = purchase
  const customer = await provider.ensureCustomer({ accountId, email, known: undefined })
  if (typeof customer !== 'string') return customer.reason
  try {
    return await chargeTestCard(provider, stripe, { ...purchase, customer })
  } finally {
    await provider.forgetCustomer(customer).catch((err: unknown) => {
      services.log.warn({ err }, 'Stripe keeps the customer of a test purchase')
    })
  }
}

async function chargeTestCard(
  provider: PaymentProvider,
  stripe: Stripe,
  { id, customer, grossCents }: Purchase & { readonly customer: string },
): Promise<string | undefined> {
  const setup = await provider.createSetup({ customer, idempotencyKey: `setup ${id}` })
  if ('kind' in setup) return setup.reason
  const refused = await enterTestCard(stripe, setup)
  if (refused !== undefined) return refused
  const entered = await provider.readSetup(setup.id)
  if (entered?.kind !== 'succeeded' || !entered.card) return reasonOf(entered)
  const charged = await provider.charge({
    attemptId: id,
    accountId: id,
    chargeId: id,
    customer,
    method: entered.card.method,
    amountCents: grossCents,
    currency: 'EUR',
    description: 'TEST',
    idempotencyKey: `charge ${id}`,
  })
  return charged.kind === 'succeeded' ? undefined : reasonOf(charged)
}

function reasonOf(answer: { kind: string; message?: string; reason?: string } | undefined): string {
  return answer?.message ?? answer?.reason ?? answer?.kind ?? 'no set-up'
}

/** A series of its own: invoices have theirs, without gaps. */
function numberAfter(last = 'TEST-0'): string {
  return `TEST-${Number(last.slice('TEST-'.length)) + 1}`
}
