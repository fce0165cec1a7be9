import type { PaymentProvider } from '#server/platform/outside/payment.ts'
import type { Sandbox } from '#server/platform/outside/sandbox/sandbox.ts'
import { startStripeServer } from './stripe-server.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** A site with one payment provider under test, and the other side of that provider: cards, bank, books and faults. */
export type PaymentBench = {
  readonly site: TestApp
  readonly provider: PaymentProvider
  /** Fills in the card form for a set-up, as a browser does. */
  enterCard(clientSecret: string, number: string): Promise<void>
  /** The card holder's answer to their bank: at a setup or, on the payment page, at a charge with that card. */
  answerBank(clientSecret: string, approve: boolean, paymentMethod?: string): Promise<void>
  setFault(fault: 'none' | 'decline' | 'hang' | 'charge-then-hang'): Promise<void>
  /** Cents of all charges that took money, and of all refunds, as the provider has them. */
  taken(): Promise<number[]>
  givenBack(): Promise<number[]>
  /** Unsolicited actions of the provider's staff and the card holder's bank. */
  giveBackByHand(ref: string, amountCents: number): Promise<string>
  dispute(ref: string, amountCents: number): Promise<string>
  closeDispute(dispute: string, state: 'won' | 'lost'): Promise<void>
  /** As new, on both sides. */
  startOver(): Promise<void>
  close(): Promise<void>
}

export const paymentBenches = {
  sandbox: openSandboxBench,
  stripe: openStripeBench,
} as const

async function openSandboxBench(): Promise<PaymentBench> {
  const site = await createTestApp({ settings: { RATE_LIMITS: '1000' } })
  const sandbox = site.services.payments.get('sandbox') as Sandbox
  const centsOf = (rows: readonly { amount_cents: number }[]) => rows.map((row) => row.amount_cents)
  return {
    site,
    provider: sandbox,
    async enterCard(clientSecret, number) {
      await sandbox.enterCard({ clientSecret, number, expires: '12/39', cvc: '123' })
    },
    async answerBank(clientSecret, approve) {
      await sandbox.answerBank(clientSecret, approve)
    },
    setFault: (fault) => sandbox.setFault(fault),
    taken: async () =>
      centsOf(
        await site.db
          .selectFrom('sandbox_charge')
          .select('amount_cents')
          .where('state', '=', 'succeeded')
          .orderBy('created_at')
          .execute(),
      ),
    givenBack: async () =>
      centsOf(await site.db.selectFrom('sandbox_refund').select('amount_cents').execute()),
    giveBackByHand: async (ref, amountCents) => (await sandbox.dashboard.giveBack(ref, amountCents)) ?? '',
    dispute: sandbox.dashboard.dispute,
    closeDispute: sandbox.dashboard.closeDispute,
    startOver: () => site.startOver(),
    close: () => site.close(),
  }
}

/** A site whose Stripe is the one of `startStripeServer`, asked through the official SDK. */
async function openStripeBench(): Promise<PaymentBench> {
  let site: TestApp | undefined
  const stripe = await startStripeServer({ real: () => site?.clock.real() ?? new Date() })
  const started = await createTestApp({ settings: { RATE_LIMITS: '1000', ...stripe.settings } })
  site = started
  const provider = started.services.payments.get('stripe')
  if (!provider) throw new Error('the site has no Stripe')
  const succeeded = (object: string) =>
    stripe.books
      .all(object)
      .filter(({ status }) => status === 'succeeded')
      .map(({ amount }) => Number(amount))
  return {
    site: started,
    provider,
    async enterCard(clientSecret, number) {
      await stripe.enterCard(clientSecret, number)
    },
    async answerBank(clientSecret, approve, paymentMethod) {
      if (clientSecret.startsWith('pi_')) await stripe.confirmPayment(clientSecret, paymentMethod)
      stripe.answerBank(clientSecret, approve)
    },
    setFault: async (fault) => stripe.setFault(fault),
    taken: async () => succeeded('charge'),
    givenBack: async () => succeeded('refund'),
    giveBackByHand: async (ref, cents) =>
      stripe.byHand.makeRefund({ payment_intent: ref, amount: String(cents) }).id,
    dispute: async (ref) => stripe.byHand.makeDispute(ref).id,
    async closeDispute(dispute, state) {
      stripe.byHand.closeDispute(dispute, state)
    },
    async startOver() {
      stripe.setFault('none')
      stripe.books.empty()
      stripe.webhooks.drop()
      await started.startOver()
    },
    async close() {
      await started.close()
      await stripe.close()
    },
  }
}
