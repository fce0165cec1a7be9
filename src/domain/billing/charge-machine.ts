/**
 * The state of a charge. A partial refund leaves it `succeeded`; `refunded` means refunded in full. A charge may have
 * several attempts, one after the other; the state is that of the last.
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

/** Why a bank refuses. Soft: it may agree later (no funds). Hard: never with this card (lost, stolen, expired). */
type Decline = 'soft' | 'hard'

export type ChargeProgress = {
  readonly state: ChargeState
  /** Set while the state is `declined`. */
  readonly decline: Decline | null
  readonly attempts: number
  readonly firstDeclinedAt: Date | null
  readonly lastDeclinedAt: Date | null
}

/** News of a charge: that it was sent, or the provider's answer, at once or when asked again. */
export type ChargeNews =
  | 'submitted'
  | 'succeeded'
  | 'declined-soft'
  | 'declined-hard'
  | 'needs-action'
  | 'processing'
  | 'unknown'
  /** The provider does not know it, or has cancelled it: no money was or will be taken. */
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
 * The charge after some news; undefined if they change nothing, because they arrive twice, late or out of order. Money
 * that was taken is always recorded: `succeeded` only ever changes to `refunded`.
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

/** The last attempt is final. Only a new attempt, or a refund, can follow. */
export function isFinal(state: ChargeState): boolean {
  return state === 'succeeded' || state === 'declined' || state === 'abandoned' || state === 'refunded'
}

/** Sent, with unknown outcome: no new attempt for the same purpose, or money could be taken twice. */
export function isInFlight(state: ChargeState): boolean {
  return state === 'submitted' || state === 'processing' || state === 'unknown'
}

/**
 * Whether another attempt may be made for the same charge: after a decline or when the last is known to have failed.
 * One that waits for the card holder has to be cancelled at the provider first, and then is `abandoned`.
 */
export function mayAttempt(state: ChargeState): boolean {
  return state === 'created' || state === 'declined' || state === 'abandoned'
}

/** Days after the first decline on which a soft decline is tried again. */
const retryDays = [1, 3, 5, 7] as const

/** When a declined charge is retried automatically: never after a hard decline or the last of the days. */
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

/** What may be heard in each state. */
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
