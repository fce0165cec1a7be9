import { type CancelForEvent, cancelFor } from '#domain/billing/corrections/cancel-for.ts'
import { type ChangeGrantEvent, changeGrant, takeBack } from '#domain/billing/corrections/change-grant.ts'
import { type GiveDaysEvent, giveDays } from '#domain/billing/corrections/free-days.ts'
import {
  endPause,
  type PauseEvent,
  pauseSubscription,
} from '#domain/billing/corrections/pause-subscription.ts'
import { type RefundChargeEvent, refundCharge } from '#domain/billing/corrections/refund-charge.ts'
import { type TakeOverEvent, takeOver } from '#domain/billing/corrections/take-over.ts'
import {
  type AcceptPriceEvent,
  type AnnouncePriceEvent,
  acceptPrice,
  announcePrice,
  type DropPriceEvent,
  dropPrice,
  notePriceMailed,
  type PriceMailedEvent,
} from '#domain/billing/new-price/announce-price.ts'
import { dropTax, type VatConfirmedEvent } from '#domain/billing/refunds/drop-tax.ts'
import {
  type RefundedElsewhereEvent,
  refund,
  refundElsewhere,
  withdraw,
} from '#domain/billing/refunds/refund.ts'
import { answer, type ChargeAnsweredEvent } from './answer.ts'
import { cancel } from './cancel.ts'
import { type UpdateCardEvent, updateCard } from './card.ts'
import type { BillingContext, Decision } from './decision.ts'
import { endGrace, retry, tryAgain } from './dunning.ts'
import {
  type AssignPrepaidEvent,
  assignPrepaid,
  confirmEmail,
  type EmailConfirmedEvent,
  endIncluded,
  type MoveInEvent,
  moveIn,
  type RedeemCouponEvent,
  redeem,
} from './grant.ts'
import {
  type ChargedBackEvent,
  type CustomerGoneEvent,
  chargeBack,
  closeService,
  type DeclarationAcceptedEvent,
  endAsDeclared,
  forgetCard,
  purge,
  type ServiceClosedEvent,
  stopCharging,
} from './imposed-ending.ts'
import { reachUntil, type UntilReachedEvent } from './renewal.ts'
import { type SetUsersEvent, setUsers } from './seats.ts'
import type { SubscriptionState } from './state.ts'
import { type ResumeEvent, resume, type SubscribeEvent, subscribe } from './subscribe.ts'

/** Everything that can happen to a subscription. */
export type BillingEvent =
  | EmailConfirmedEvent
  | SubscribeEvent
  | ResumeEvent
  | SetUsersEvent
  | UpdateCardEvent
  | AssignPrepaidEvent
  | MoveInEvent
  | TakeOverEvent
  | RedeemCouponEvent
  | UntilReachedEvent
  | ChargeAnsweredEvent
  | ChargedBackEvent
  | RefundedElsewhereEvent
  | CustomerGoneEvent
  | VatConfirmedEvent
  | DeclarationAcceptedEvent
  | ServiceClosedEvent
  | GiveDaysEvent
  | ChangeGrantEvent
  | RefundChargeEvent
  | CancelForEvent
  | PauseEvent
  | AnnouncePriceEvent
  | PriceMailedEvent
  | AcceptPriceEvent
  | DropPriceEvent
  | { readonly type: PlainEventType }

type PlainEventType =
  | 'cancel'
  | 'refund'
  | 'withdraw'
  | 'retry-due'
  | 'try-again'
  | 'grace-over'
  | 'included-ended'
  | 'fraud-warned'
  | 'take-back'
  | 'end-pause'
  | 'purge'

/**
 * Returns the next state of a subscription (product.md section 4) after an event, with the effects: charges, refunds,
 * credits, mails; or the code of a refusal. Pure: the same state, event and time always give the same decision, so it can
 * be repeated after a crash. docs/billing.md has the table of states and events.
 */
export function decide(state: SubscriptionState, event: BillingEvent, context: BillingContext): Decision {
  switch (event.type) {
    case 'email-confirmed':
      return confirmEmail(state, event, context)
    case 'subscribe':
      return subscribe(state, event, context)
    case 'resume':
      return resume(state, event, context)
    case 'set-users':
      return setUsers(state, event, context)
    case 'update-card':
      return updateCard(state, event, context)
    case 'assign-prepaid':
      return assignPrepaid(state, event, context)
    case 'move-in':
      return moveIn(state, event, context)
    case 'take-over':
      return takeOver(state, event, context)
    case 'redeem-coupon':
      return redeem(state, event, context)
    case 'until-reached':
      return reachUntil(state, event, context)
    case 'charge-answered':
      return answer(state, event, context)
    case 'charged-back':
      return chargeBack(state, event, context)
    case 'refunded-elsewhere':
      return refundElsewhere(state, event, context)
    case 'vat-confirmed':
      return dropTax(state, event)
    case 'customer-gone':
      return forgetCard(state, event)
    case 'declaration-accepted':
      return endAsDeclared(state, event, context)
    case 'service-closed':
      return closeService(state, event, context)
    case 'give-days':
      return giveDays(state, event, context)
    case 'change-grant':
      return changeGrant(state, event, context)
    case 'refund-charge':
      return refundCharge(state, event)
    case 'pause':
      return pauseSubscription(state, event, context)
    case 'cancel-for':
      return cancelFor(state, event, context)
    case 'announce-price':
      return announcePrice(state, event, context)
    case 'price-mailed':
      return notePriceMailed(state, event)
    case 'accept-price':
      return acceptPrice(state, event, context)
    case 'drop-price':
      return dropPrice(state, event)
    default:
      return plain[event.type](state, context)
  }
}

const plain: Record<PlainEventType, (state: SubscriptionState, context: BillingContext) => Decision> = {
  cancel,
  refund,
  withdraw,
  'retry-due': retry,
  'try-again': tryAgain,
  'grace-over': endGrace,
  'included-ended': endIncluded,
  'fraud-warned': stopCharging,
  'take-back': takeBack,
  'end-pause': endPause,
  purge,
}
