import type { SignedInSession, Subscription } from '#contract/accounts/accounts.ts'
import type { SiteConfig } from '#contract/site/site.ts'
import { sells } from '#domain/service-mode.ts'
import { m } from '#messages/generated/messages.js'
import { intervalName } from '#web/books/pricing/interval-name.ts'
import { billingDay, sellerPlace } from './billing-day.ts'

/** The status of a subscription in words (product.md section 2): one sentence, and additional ones. */
export type StatusText = { readonly sentence: string; readonly more: readonly string[] }

export function statusText(
  { user, subscription }: Pick<SignedInSession, 'user' | 'subscription'>,
  { serviceMode, trialDays }: Pick<SiteConfig, 'serviceMode' | 'trialDays'>,
): StatusText {
  if (subscription?.status === 'confirm-email' || !user.confirmed) {
    // trials are for accounts that never had a subscription, while the service sells
    const trialWaits = subscription?.status === 'confirm-email' && trialDays > 0 && sells(serviceMode)
    return {
      sentence: trialWaits ? m.subscription_confirm_trial() : m.subscription_confirm(),
      more: [],
    }
  }
  return subscription ? ofSubscription(subscription) : { sentence: m.subscription_none(), more: [] }
}

function ofSubscription(subscription: Subscription): StatusText {
  const { status, health, licenseCount, until, interval, nextInterval, nextCharge, paused } = subscription
  const date = until ? billingDay(until) : ''
  const users = m.pricing_users_value({ users: licenseCount })
  const included = includedText(subscription)
  const followed = nextCharge && nextInterval
  switch (status) {
    case 'trial':
      return {
        sentence: m.subscription_trial({ date }),
        more: [
          m.subscription_trial_zone({ place: sellerPlace() }),
          ...(followed ? [m.subscription_followed({ interval: intervalName(nextInterval) })] : []),
        ],
      }
    case 'prepaid':
      return {
        sentence: m.subscription_prepaid({ date }),
        more: [
          ...included,
          ...(followed ? [m.subscription_followed({ interval: intervalName(nextInterval) })] : []),
        ],
      }
    case 'active': {
      const isLate = health === 'past-due' || health === 'action-required'
      if (paused) return { sentence: pausedText(paused, users), more: [m.subscription_paused_earlier()] }
      return {
        sentence: isLate ? m.subscription_past_due({ users, date }) : m.subscription_active({ users, date }),
        more: [
          ...included,
          ...(nextCharge && interval && !isLate
            ? [m.subscription_extended({ interval: intervalName(nextInterval ?? interval) })]
            : []),
        ],
      }
    }
    case 'pending-expiry':
      return { sentence: m.subscription_pending_expiry({ date }), more: included }
    default:
      return {
        sentence: m.subscription_none(),
        more: until ? [m.subscription_expired({ date })] : [],
      }
  }
}

function pausedText({ from, until, begun }: NonNullable<Subscription['paused']>, users: string): string {
  const date = billingDay(until)
  return begun
    ? m.subscription_paused({ date })
    : m.subscription_pause_planned({ users, from: billingDay(from), date })
}

function includedText({ includedLicenses, includedLicenseCount }: Subscription): string[] {
  if (includedLicenses === 0) return []
  return [m.subscription_included({ count: includedLicenses, used: includedLicenseCount })]
}
