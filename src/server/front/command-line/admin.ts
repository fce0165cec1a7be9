// npm run admin -- create [--email you@example.org] [--again [--without-two-factor]]
// npm run admin -- verify-audit
// npm run admin -- declarations [accept <id> [contract number] | reject <id>]
// npm run admin -- backup [file | keep]
// npm run admin -- backup verify <file>
// npm run admin -- restore <file>
// MOVE_TO=postgresql://… npm run admin -- move [--undo]
// MOVE_MEDIA_TO=s3://bucket/prefix npm run admin -- move-media
// npm run admin -- close-service [--undo]
// npm run admin -- open-service
// npm run admin -- renew-link-keys
import { resolve } from 'node:path'
import { readConfig } from '#server/platform/config/config.ts'
import { systemClock } from '#server/platform/runtime/clock.ts'
import { systemRandom } from '#server/platform/runtime/random.ts'
import { runAdmin } from './run-admin.ts'
import { mediaPlaceToMoveTo } from './run-move.ts'

const { DATA_DIR, DATABASE_URL, MEDIA_URL, APP_SECRET, APP_SECRET_PREVIOUS, BASE_URL } = process.env
const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, MOVE_MEDIA_TO } = process.env
const { BACKUP_DIR, BACKUP_KEEP, BACKUP_MEDIA, PRODUCT_NAME, SITE_DIR, SELLER_ZONE, SERVICE_MODE } =
  process.env

const s3 = { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }
// the folder in which npm was called
const workingFolder = process.env.INIT_CWD ?? process.cwd()

// only locations, for a backup the secret, and the site's name for closing the service: no mail and no seller
const config = readConfig({
  DEMO: '1',
  DATA_DIR,
  DATABASE_URL,
  MEDIA_URL,
  ...s3,
  APP_SECRET,
  APP_SECRET_PREVIOUS,
  BASE_URL,
  BACKUP_DIR,
  BACKUP_KEEP,
  BACKUP_MEDIA,
  PRODUCT_NAME,
  SITE_DIR,
  SELLER_ZONE,
  SERVICE_MODE,
})
if ('problems' in config) {
  for (const problem of config.problems) process.stderr.write(`${problem}\n`)
  process.exitCode = 1
} else {
  process.exitCode = await runAdmin({
    args: process.argv.slice(2),
    config: { ...config, baseUrl: BASE_URL?.trim() ? config.baseUrl : undefined },
    workingFolder,
    moveTo: process.env.MOVE_TO,
    moveMediaTo: mediaPlaceToMoveTo({ ...s3, DATA_DIR, MOVE_MEDIA_TO }, workingFolder),
    migrationsDir: resolve(import.meta.dirname, '../../../../migrations'),
    clock: systemClock,
    random: systemRandom,
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
  })
}
