/**
 * How often what is left to chance is tried. A commit tries as much as finds a mistake of today; `npm run prove` tries
 * what finds the rare ones, by these variables.
 */
export const rounds = {
  /** Stories of a subscription against the books of the domain. */
  ledgerStories: fromEnvironment('LEDGER_STORIES', 5_000),
  /** Lives of ten years against an independent telling. */
  billingLives: fromEnvironment('BILLING_LIVES', 250),
  /** Lives of accounts at a whole site against the books of its payment provider. */
  accountLives: fromEnvironment('ACCOUNT_LIVES', 10),
  /** Servers killed while somebody registers, while a team is saved, and at each point of a purchase. */
  kills: fromEnvironment('KILLS', 4),
  /** Renewals that are due while the server is killed. */
  renewals: fromEnvironment('RENEWALS', 200),
}

/** What chance begins with: `SEED` repeats a run. */
export const seed = fromEnvironment('SEED', Math.floor(Math.random() * 2 ** 31))

function fromEnvironment(name: string, usual: number): number {
  const value = Number(process.env[name] ?? usual)
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${name} has to be a whole number`)
  return value
}
