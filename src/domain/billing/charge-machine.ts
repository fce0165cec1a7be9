/**
 * The state of a charge. After a partial refund it stays `succeeded`; `refunded` means refunded in full. A charge may
 * have several attempts, one after another; the state is that of the last.
 */
export type ChargeState =
  | 'created'
  | 'submitted'
  | 'succeeded'
  | 'declined'
  | 'needs-action'
  | 'processing'
  | 'unknown'
  | 'abandoned'
  | 'refunded'

/** How a bank declines. Soft: it may succeed later (no funds). Hard: never with this card (lost, stolen, expired). */
type Decline = 'soft' | 'hard'

export type ChargeProgress = {
  readonly state: ChargeState
  /** Set while the state is `declined`. */
  readonly decline: Decline | null
  readonly attempts: number
  readonly firstDeclinedAt: Date | null
  readonly lastDeclinedAt: Date | null
}

/** News of a charge: that it was sent, or the provider's reply, immediate or polled. */
export type ChargeNews =
  | 'submitted'
  | 'succeeded'
  | 'declined-soft'
  | 'declined-hard'
  | 'needs-action'
  | 'processing'
  | 'unknown'
  /** The provider does not know it, or has cancelled it: no money was or will be captured. */
  | 'abandoned'
  | 'refunded'

/** A charge before its first attempt. */
export const newCharge: ChargeProgress = {
  state: 'created',
  decline: null,
  attempts: 0,
  firstDeclinedAt: null,
  lastDeclinedAt: null,
}

/**
 * Returns the charge after some news; undefined if they change nothing because they are repeated, late or out of order.
 * Captured money is always recorded: `succeeded` only ever changes to `refunded`.
 */
export function advanceCharge(
  charge: ChargeProgress,
  news: ChargeNews,
  now: Date,
): ChargeProgress | undefined {
  if (!followers[charge.state].includes(news)) return undefined
  const undeclined = { ...charge, decline: null }
  if (news === 'submitted') return { ...undeclined, state: news, attempts: charge.attempts + 1 }
  if (news !== 'declined-soft' && news !== 'declined-hard') return { ...undeclined, state: news }
  return {
    ...charge,
    state: 'declined',
    decline: news === 'declined-soft' ? 'soft' : 'hard',
    firstDeclinedAt: charge.firstDeclinedAt ?? now,
    lastDeclinedAt: now,
  }
}

/** The last attempt is final: only a new attempt, or a refund, can follow. */
export function isFinal(state: ChargeState): boolean {
  return state === 'succeeded' || state === 'declined' || state === 'abandoned' || state === 'refunded'
}

/** Sent, with unknown outcome: a new attempt for the same purpose could capture the money twice. */
export function isInFlight(state: ChargeState): boolean {
  return state === 'submitted' || state === 'processing' || state === 'unknown'
}

/**
 * Whether the charge may be attempted again: after a decline, or when the last attempt is known to have failed. An
 * attempt that waits for the card holder must be cancelled at the provider first, which makes it `abandoned`.
 */
export function mayAttempt(state: ChargeState): boolean {
  return state === 'created' || state === 'declined' || state === 'abandoned'
}

/** Days after the first decline on which a soft decline is tried again. */
const retryDays = [1, 3, 5, 7] as const

/** Returns when a declined charge is retried automatically; never after a hard decline or the last of the days. */
export function nextAttempt({
  state,
  decline,
  firstDeclinedAt,
  lastDeclinedAt,
}: ChargeProgress): Date | undefined {
  // mutant `!firstDeclinedAt → false`: what is declined says when,
  // mutant `!lastDeclinedAt → false`: first and last
  if (state !== 'declined' || decline !== 'soft' || !firstDeclinedAt || !lastDeclinedAt) return undefined
  return retryDays
    .map((days) => new Date(firstDeclinedAt.getTime() + days * 86_400_000))
    .find((day) => day.getTime() > lastDeclinedAt.getTime())
}

const outcomes: readonly ChargeNews[] = [
  'succeeded',
  'declined-soft',
  'declined-hard',
  'needs-action',
  'processing',
  'unknown',
  'abandoned',
]

/** The possible news in each state. */
const followers: Record<ChargeState, readonly ChargeNews[]> = {
  created: ['submitted', 'abandoned'],
  submitted: outcomes,
  processing: outcomes.filter((news) => news !== 'processing'),
  unknown: outcomes.filter((news) => news !== 'unknown'),
  'needs-action': outcomes.filter((news) => news !== 'needs-action'),
  declined: ['submitted', 'abandoned', 'succeeded'],
  abandoned: ['submitted', 'succeeded'],
  succeeded: ['refunded'],
  refunded: [],
}
