import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { readSiteFiles } from '#server/platform/site-files/read-site-files.ts'
import { mistakesIn } from '#server/platform/site-files/site-files.ts'

/** The environment of the command. */
type SiteTool = {
  /** The arguments after `npm run site --`. */
  readonly args: readonly string[]
  /** The base of relative paths. */
  readonly workingFolder: string
  /** The folder of the settings, used by default. */
  readonly usualFolder: string
  /** Name of the price set in the settings. */
  readonly priceSet?: string | undefined
  readonly output: NodeJS.WritableStream
  readonly errors: NodeJS.WritableStream
}

/** `check [folder]`. Returns the exit code: 0 valid, 1 mistakes, 2 invalid arguments. */
export async function runSite({
  args,
  workingFolder,
  usualFolder,
  priceSet,
  output,
  errors,
}: SiteTool): Promise<number> {
  const [command, named, ...more] = args
  if (command !== 'check' || more.length > 0 || named?.startsWith('-')) {
    errors.write('Usage: npm run site -- check [folder]\n')
    return 2
  }
  const folder = named === undefined ? usualFolder : resolve(workingFolder, named)
  if (!existsSync(folder)) {
    if (named === undefined) output.write(`There is no folder ${folder}: the site uses its own texts.\n`)
    else errors.write(`There is no folder ${folder}.\n`)
    return named === undefined ? 0 : 1
  }
  try {
    const { mistakes } = await readSiteFiles(folder, priceSet)
    if (mistakes.length > 0) errors.write(`${mistakesIn(folder, mistakes)}\n`)
    else output.write(`The site files in ${folder} are in order.\n`)
    return mistakes.length > 0 ? 1 : 0
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error
    errors.write(`${error.message}\n`)
    return 1
  }
}
