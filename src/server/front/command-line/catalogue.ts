// npm run catalogue -- import [folder] | check [folder] | export <folder> [--all]
import { resolve } from 'node:path'
import { readConfig } from '#server/platform/config/config.ts'
import { systemClock } from '#server/platform/runtime/clock.ts'
import { runCatalogue } from './run-catalogue.ts'

const root = resolve(import.meta.dirname, '../../../..')
const { DATA_DIR, DATABASE_URL, MEDIA_URL, SELLER_ZONE, INIT_CWD } = process.env
const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = process.env

// only locations, and the zone of publishing dates: an import needs no secret, no mail and no seller
const config = readConfig({
  DEMO: '1',
  DATA_DIR,
  DATABASE_URL,
  MEDIA_URL,
  S3_ENDPOINT,
  S3_REGION,
  S3_ACCESS_KEY_ID,
  S3_SECRET_ACCESS_KEY,
  SELLER_ZONE,
})
if ('problems' in config) {
  for (const problem of config.problems) process.stderr.write(`${problem}\n`)
  process.exitCode = 1
} else {
  process.exitCode = await runCatalogue({
    args: process.argv.slice(2),
    workingFolder: INIT_CWD ?? process.cwd(),
    defaultFolder: resolve(root, 'content'),
    config,
    migrationsDir: resolve(root, 'migrations'),
    clock: systemClock,
    output: process.stdout,
    errors: process.stderr,
  })
}
