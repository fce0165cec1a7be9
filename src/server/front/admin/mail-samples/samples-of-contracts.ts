import { type MoneyFacts, moneyRows } from '#server/books/billing/charging/money-rows.ts'
import type * as billing from '#server/platform/mail/templates/billing.ts'
import type { BillingMailFacts } from '#server/platform/mail/templates/billing.ts'
import { billingMail } from '#server/platform/mail/templates/billing.ts'
import type * as declarations from '#server/platform/mail/templates/declarations.ts'
import {
  type DeclarationFacts,
  declarationForOperatorMail,
  declarationForOwnerMail,
  declarationReceivedMail,
  declarationRejectedMail,
} from '#server/platform/mail/templates/declarations.ts'
import type * as team from '#server/platform/mail/templates/team.ts'
import {
  addedElsewhereMail,
  companyProofLostMail,
  confirmJoiningMail,
  createPasswordMail,
  invitationMail,
  joinAccountMail,
  removedFromAccountMail,
} from '#server/platform/mail/templates/team.ts'
import { invented, type Sample, type SampleSite, type SamplesOf, variants } from './sample.ts'

const { name, manager, email, code, id, contract, at } = invented
const card = { brand: 'visa', last4: '4242', expires: '2027-01' }
const paid = { refunds: [{ grossCents: 1190, card }] } satisfies MoneyFacts
const due = {
  due: { grossCents: 1190, card, nextTryAt: at, isUnderWay: false, accessUntil: at },
} satisfies MoneyFacts

const dearer = {
  prices: { interval: { value: 1, unit: 'm' }, users: 3, oldCents: 3570, newCents: 4284 },
} satisfies MoneyFacts

/** The kinds of mails about a subscription, with the amounts of some. */
const kinds: Record<BillingMailFacts['kind'], MoneyFacts> = {
  'trial-started': {},
  'coupon-redeemed': {},
  'prepaid-assigned': {},
  'days-given': {},
  'grant-changed': {},
  'grant-taken-back': {},
  'included-ended': {},
  'subscription-planned': {},
  'subscription-started': {},
  'interval-changed': {},
  'users-changed': {},
  'payment-received': {},
  'payment-failed': due,
  'payment-refused': due,
  'payment-action-needed': due,
  'payment-returned': due,
  'card-changed': { card },
  'subscription-paused': {},
  'pause-ended': {},
  'new-price': dearer,
  'new-price-or-end': dearer,
  'new-price-agreed': dearer,
  'price-stays': dearer,
  'subscription-cancelled': {},
  'cancelled-for-you': {},
  'ended-for-you': {},
  'subscription-resumed': {},
  'subscription-ended': {},
  'trial-ended': {},
  'subscription-refunded': paid,
  'charge-refunded': paid,
  'withdrawal-confirmed': paid,
  'service-closed': {},
  'trial-ends': {},
  'subscription-begins': {},
  'prepaid-ends': {},
  'included-ends': {},
  'renewal-comes': {},
  'grace-ends': due,
  'new-price-waits': dearer,
  'new-price-or-end-waits': dearer,
  'card-expires': { card },
}

function billingSample(kind: BillingMailFacts['kind']): Sample {
  return (site, language) => {
    const { productName: product, seller } = site
    const rows = moneyRows(kinds[kind], { language, product, zone: seller.zone })
    const days = { until: at, pausedFrom: at, accessUntil: at }
    const facts = { kind, name, ...days, licenseCount: 3, contractNumber: contract, zone: seller.zone, rows }
    return billingMail(facts, site, language)
  }
}

const declared = ({ seller }: SampleSite, kind: DeclarationFacts['kind']) => ({
  kind,
  receivedAt: at,
  name,
  email,
  contract,
  part: null,
  cancellation: kind === 'cancellation' ? ('ordinary' as const) : null,
  reason: null,
  endsOn: null,
  zone: seller.zone,
})
const both: Record<DeclarationFacts['kind'], true> = { cancellation: true, withdrawal: true }

/** The mails about teams, subscriptions and declarations. */
export const samplesOfContracts = {
  createPasswordMail: {
    usual: (...reader) => createPasswordMail({ name, invitedBy: manager, email, code }, ...reader),
  },
  invitationMail: { usual: (...reader) => invitationMail({ name, email, code }, ...reader) },
  addedElsewhereMail: { usual: (...reader) => addedElsewhereMail({ email, invitedBy: manager }, ...reader) },
  confirmJoiningMail: {
    usual: (...reader) => confirmJoiningMail({ name, owner: manager, email, code }, ...reader),
  },
  companyProofLostMail: {
    usual: (...reader) => companyProofLostMail({ name: manager, domain: 'example.org' }, ...reader),
  },
  joinAccountMail: { usual: (...reader) => joinAccountMail({ name: manager, email }, ...reader) },
  removedFromAccountMail: { usual: (...reader) => removedFromAccountMail({ name, email }, ...reader) },
  billingMail: Object.fromEntries(
    (Object.keys(kinds) as BillingMailFacts['kind'][]).map((kind) => [kind, billingSample(kind)]),
  ),
  declarationReceivedMail: variants(
    both,
    (kind) => (site, language) =>
      declarationReceivedMail(
        { ...declared(site, kind), outcome: 'done', contractEndsAt: at },
        site,
        language,
      ),
  ),
  declarationRejectedMail: variants(
    both,
    (kind) => (site, language) =>
      declarationRejectedMail({ ...declared(site, kind), answer: '…' }, site, language),
  ),
  declarationForOperatorMail: variants(
    both,
    (kind) => (site, language) =>
      declarationForOperatorMail({ ...declared(site, kind), about: { matched: true } }, site, language),
  ),
  declarationForOwnerMail: variants(
    both,
    (kind) => (site, language) =>
      declarationForOwnerMail(
        { ...declared(site, kind), id, notMe: code, holderKnown: true, refunded: false },
        site,
        language,
      ),
  ),
} satisfies SamplesOf<typeof team & typeof billing & typeof declarations>
