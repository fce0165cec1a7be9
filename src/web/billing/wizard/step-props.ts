import type { SignedInSession } from '#contract/accounts/accounts.ts'
import type { Draft } from './draft.ts'

/** What every step gets. */
export type StepProps = {
  readonly session: SignedInSession
  readonly draft: Draft
  readonly change: (change: Partial<Draft>) => void
}
