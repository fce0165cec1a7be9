import type { ReactNode } from 'react'
import type { SignedInSession, Subscription } from '#contract/accounts/accounts.ts'
import { href } from '#contract/pages.ts'
import { printedContractNumber } from '#domain/accounts/contract-number.ts'
import { m } from '#messages/generated/messages.js'
import { cardText } from '#web/books/cards/card-text.ts'
import { everyInterval } from '#web/books/pricing/interval-name.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { Link } from '#web/platform/ui/link.tsx'
import { billingDay, lastDay } from './billing-day.ts'

/** Seats and price, the overdue or next charge with its card, and what follows. */
export function SubscriptionFacts({ session: { account, subscription } }: { session: SignedInSession }) {
  const { contractNumber, users } = account
  const running = subscription && runs(subscription) ? subscription : undefined
  if (!running && !subscription?.creditCents && contractNumber === undefined) return null
  return (
    <dl className="grid gap-x-8 gap-y-3 border-t border-line pt-4 text-sm sm:grid-cols-[max-content_1fr]">
      {running ? <Running subscription={running} users={users?.length} /> : null}
      {subscription ? <Balance subscription={subscription} /> : null}
      {contractNumber === undefined ? null : (
        <Fact name={m.subscription_contract_number()}>
          <span className="num">{printedContractNumber(contractNumber)}</span>
        </Fact>
      )}
    </dl>
  )
}

function runs({ status }: Subscription): boolean {
  return status !== 'cancelled' && status !== 'confirm-email'
}

function Running({ subscription, users }: { subscription: Subscription; users: number | undefined }) {
  const { status, health, card, nextCharge, nextPeriodGrossCents, licenseCount } = subscription
  const interval = subscription.nextInterval ?? subscription.interval
  return (
    <>
      {users === undefined ? null : (
        <Fact name={m.users_licenses()}>
          {m.users_licenses_used({ used: users, total: licenseCount })}{' '}
          <Link to={href('users')} className="link whitespace-nowrap">
            {m.manage_users()}
          </Link>
        </Fact>
      )}
      {nextPeriodGrossCents !== undefined && interval ? (
        <Fact name={m.subscription_price()}>
          {m.subscription_price_value({
            amount: priceText(nextPeriodGrossCents),
            every: everyInterval(interval),
          })}
        </Fact>
      ) : null}
      {subscription.overdue ? <Overdue overdue={subscription.overdue} /> : null}
      {/* an overdue charge has already been tried */}
      {nextCharge && health === 'ok' ? (
        <Fact name={m.subscription_next_charge()}>
          {m.subscription_next_charge_value({
            amount: priceText(nextCharge.grossCents),
            date: billingDay(nextCharge.at),
          })}
        </Fact>
      ) : null}
      {card !== undefined || status === 'active' ? (
        <Fact name={m.subscription_card()}>
          {card ? cardText(card) : m.subscription_card_none()}{' '}
          <Link to={href('subscriptionCard')} className="link whitespace-nowrap">
            {m.subscription_change_card()}
          </Link>
        </Fact>
      ) : null}
      <Fact name={m.subscription_then()}>{thenText(subscription)}</Fact>
    </>
  )
}

/** An unpaid renewal: amount, next retry, and last day. */
function Overdue({ overdue }: { overdue: NonNullable<Subscription['overdue']> }) {
  const { grossCents, nextTryAt, accessEndsAt } = overdue
  return (
    <>
      <Fact name={m.subscription_overdue()}>
        <strong className="text-danger">{priceText(grossCents)}</strong>
      </Fact>
      <Fact name={m.subscription_next_try()}>
        {nextTryAt === undefined ? m.subscription_no_try() : billingDay(nextTryAt)}
      </Fact>
      <Fact name={m.subscription_last_day()}>{lastDay(accessEndsAt)}</Fact>
    </>
  )
}

/** Returns what happens to the subscription at the end of its period. */
function thenText({ health, nextCharge, overdue }: Subscription): string {
  if (overdue || health === 'past-due') return m.subscription_then_unpaid()
  return nextCharge ? m.subscription_then_charged() : m.subscription_then_over()
}

function Balance({ subscription: { creditCents, coupon } }: { subscription: Subscription }) {
  return (
    <>
      {creditCents !== 0 ? <Fact name={m.subscription_credit()}>{creditText(creditCents)}</Fact> : null}
      {coupon !== undefined ? (
        <Fact name={m.subscription_coupon()}>
          <span className="num">{coupon}</span>
        </Fact>
      ) : null}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted max-sm:-mb-2.5">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function creditText(cents: number): string {
  return cents > 0
    ? m.subscription_credit_note({ amount: priceText(cents) })
    : m.subscription_owed({ amount: priceText(-cents) })
}
