// npm run site -- check [folder]
import { resolve } from 'node:path'
import { runSite } from './run-site.ts'

const { SITE_DIR, PRICE_SET, INIT_CWD } = process.env

process.exitCode = await runSite({
  args: process.argv.slice(2),
  workingFolder: INIT_CWD ?? process.cwd(),
  usualFolder: resolve(SITE_DIR?.trim() || './site'),
  priceSet: PRICE_SET?.trim() || undefined,
  output: process.stdout,
  errors: process.stderr,
})
