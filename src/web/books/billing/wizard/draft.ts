import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { SignedInSession, Subscription } from '#contract/accounts/accounts.ts'
import { m } from '#messages/generated/messages.js'
import { cardText } from '#web/books/cards/card-text.ts'
import { tabStorage } from '#web/platform/site/tab-drafts.ts'
import { storageKey } from '#web/platform/site/tab-storage.ts'

/** Input so far, kept for reloads. Of a card it has only the id of its setup intent. */
export type Draft = {
  readonly country: string | undefined
  readonly vatId: string | undefined
  readonly business: boolean | undefined
  readonly address: string | undefined
  /** `1m`, `3m`, `1y`. */
  readonly interval: string | undefined
  readonly setupIntent: string | undefined
}

type DraftStore = {
  /** Owner of the draft. It is hidden from the next user who signs in. */
  readonly accountId: string | undefined
  readonly draft: Draft
  change(accountId: string, change: Partial<Draft>): void
  reset(): void
}

const nothing: Draft = {
  country: undefined,
  vatId: undefined,
  business: undefined,
  address: undefined,
  interval: undefined,
  setupIntent: undefined,
}

const useDraftStore = create<DraftStore>()(
  persist(
    (set) => ({
      accountId: undefined,
      draft: nothing,
      change: (accountId, change) =>
        set((now) => ({
          accountId,
          draft: { ...(now.accountId === accountId ? now.draft : nothing), ...change },
        })),
      reset: () => set({ accountId: undefined, draft: nothing }),
    }),
    {
      name: storageKey,
      version: 1,
      // an order is placed in one tab
      storage: tabStorage('wizard', forgetDraft),
      merge: (kept, current) => ({ ...current, ...onlyFitting(kept) }),
    },
  ),
)

/** Returns an account's draft. */
export function useDraft(accountId: string): Draft {
  const { accountId: owner, draft } = useDraftStore()
  return owner === accountId ? draft : nothing
}

export function changeDraft(accountId: string, change: Partial<Draft>): void {
  useDraftStore.getState().change(accountId, change)
}

export function forgetDraft(): void {
  useDraftStore.getState().reset()
}

/** Drops invalid values (edited by hand, or of another version). */
function onlyFitting(kept: unknown): Partial<DraftStore> {
  const { accountId, draft } = (kept ?? {}) as { accountId?: unknown; draft?: unknown }
  if (typeof accountId !== 'string' || typeof draft !== 'object' || draft === null) return {}
  const fitting = Object.entries(draft).filter(([key, value]) => key in nothing && typeof value === 'string')
  return { accountId, draft: { ...nothing, ...Object.fromEntries(fitting) } }
}

/**
 * Returns the name of the card that the order is charged to. `stored`: a card just entered, if its provider could name
 * it.
 */
export function cardName(
  { setupIntent }: Pick<Draft, 'setupIntent'>,
  { card, stored }: Record<'card' | 'stored', Subscription['card']>,
): string {
  const charged = setupIntent === undefined ? card : stored
  return charged ? cardText(charged) : m.wizard_card_stored()
}

/** Props of every step. */
export type StepProps = {
  readonly session: SignedInSession
  readonly draft: Draft
  readonly change: (change: Partial<Draft>) => void
}
