/** How the card holder answers their bank. */
export type ConfirmationProps = {
  readonly clientSecret: string
  /** Answered, or not: the sentence says why nothing came of it. */
  readonly onAnswered: (refusal: string | undefined) => void
}
