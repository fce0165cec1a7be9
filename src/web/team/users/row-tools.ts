import type { TeamChange } from '#domain/team/team.ts'
import type { DraftUser, TeamAction } from './team-draft.ts'

/** What a row of the users needs to act. */
export type RowTools = {
  /** Who is changing the users. */
  readonly by: TeamChange['by']
  readonly dispatch: (action: TeamAction) => void
  /** Opens the dialog in which a user's name and address are changed. */
  readonly edit: (user: DraftUser) => void
}

export type RowOf = { readonly user: DraftUser; readonly tools: RowTools }
