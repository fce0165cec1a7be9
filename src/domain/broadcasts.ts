/** Answers of mail servers before which refusals say nothing yet. */
const leastAnswers = 20

/** Whether more than 5 % of the mails of a broadcast were refused for good: a mail server that sees more blocks the sender. */
export function tooManyRefused({
  answered,
  refused,
}: {
  /** Mails that were taken or refused for good. */
  readonly answered: number
  readonly refused: number
}): boolean {
  return answered >= leastAnswers && refused * 20 > answered
}
