/**
 * A fault that the operator must correct before the program can start: one sentence, printed without a stack. Thrown
 * while opening or migrating the database; any other exception there is a bug.
 */
export class StartProblem extends Error {
  override readonly name = 'StartProblem'
}
