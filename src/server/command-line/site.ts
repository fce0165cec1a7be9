// npm run site -- check [folder]
import { resolve } from 'node:path'
import { runSite } from './run-site.ts'

const { SITE_DIR, INIT_CWD } = process.env

process.exitCode = await runSite({
  args: process.argv.slice(2),
  workingFolder: INIT_CWD ?? process.cwd(),
  usualFolder: resolve(SITE_DIR?.trim() || './site'),
  output: process.stdout,
  errors: process.stderr,
})
