/**
 * Something the operator must put right before the program can run: one sentence, to be printed without a stack.
 * Thrown while opening or migrating the database; everything else that is thrown there is a fault of the program.
 */
export class StartProblem extends Error {
  override readonly name = 'StartProblem'
}
