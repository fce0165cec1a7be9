import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { missingForPostgresql } from './tests/support/postgresql-server.ts'

/** Tests of the embedded engine itself, and of processes that have no other, say nothing new about PostgreSQL. */
const embeddedOnly = [
  'src/server/platform/database/embedded/**',
  'src/server/platform/database/before-upgrade.test.ts',
  'tests/{embedded-database,start-refusals,stopping,story-by-http}.test.ts',
]

/**
 * Servers that are killed during payments and mails, which a test can only watch from outside, and what is asked of a
 * database server itself.
 */
const postgresqlOnly = [
  'tests/purchase-kill.test.ts',
  'tests/renewal-kill.test.ts',
  'tests/order-kill.test.ts',
  'tests/first-week-kill.test.ts',
  'tests/broadcast-kill.test.ts',
  'tests/move-kill.test.ts',
  'tests/restore-kill.test.ts',
  'tests/worker-kill.test.ts',
  'tests/old-backup-tools.test.ts',
  // an embedded database is copied by its site's own process: tests/backup.test.ts drills that
  'src/server/front/command-line/run-drill.test.ts',
]

/** Stories of whole processes: at a commit (`SHORT=1`) the embedded database has to do for them. */
const embeddedAtACommit = ['src/server/front/command-line/run-!(drill).test.ts']

/**
 * The long form, which `npm run prove` tells and `SHORT=1` leaves out: each starts many processes or waits for them, or
 * takes long over what changes rarely.
 */
const longForm = [
  'tests/{docs-commands,order-kill,purchase-kill,renewal-kill,rolling-restart,team-kill,broadcast-kill,first-week-kill,registration-kill}.test.ts',
  'tests/{move-kill,old-backup-tools,restore-kill,worker-kill}.test.ts',
  'tests/{start-refusals,upload-kill,stopping,stopping-busy,films-played,ended-bytes,stock-race}.test.ts',
  'tests/{refused-for-good,upgrade,backup,e-invoices,money-mails,prometheus}.test.ts',
  'scripts/{prepare,restarting-server,one-language,compile-messages}.test.ts',
  'scripts/mutate/**',
  'src/server/platform/mail/hanging-hosts.test.ts',
  'src/server/platform/outside/s3/media-kinds.test.ts',
  'src/server/failing-steps.test.ts',
  'src/server/front/{closing/close-service,backup/unused-media,command-line/run-catalogue,command-line/run-drill}.test.ts',
  'src/server/front/move/move-{database,media}.test.ts',
  'src/server/front/admin/uploads/hostile-uploads.test.ts',
  'src/server/library/catalogue-files/film-forms.test.ts',
  'src/server/library/storyboards/make-storyboards.test.ts',
]
const isShort = process.env.SHORT === '1'
const excluded = ['**/node_modules/**', ...(isShort ? longForm : [])]

const missing = process.env.TEST_DATABASE === 'postgresql' ? missingForPostgresql() : undefined
const mustRun = Boolean(process.env.CI) && process.env.CI !== 'false'
if (missing && !mustRun) process.stdout.write(`The tests on PostgreSQL are skipped: ${missing}.\n`)

export default defineConfig({
  plugins: [react()],
  test: {
    // tests wait for databases, processes and clocks: one more than processors keeps these busy
    maxWorkers: 3,
    passWithNoTests: missing !== undefined,
    // what hangs is stopped; a slow machine is not
    testTimeout: 60_000,
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          // Node itself loads the modules, as it does for a site: Vite's transforms took a fifth of the tests' time
          experimental: { viteModuleRunner: false, nodeLoader: false },
          isolate: false,
          setupFiles: ['tests/support/setup-node.ts'],
          environment: 'node',
          exclude:
            process.env.TEST_DATABASE === 'postgresql'
              ? [...excluded, ...embeddedOnly, ...(isShort ? embeddedAtACommit : [])]
              : [...excluded, ...postgresqlOnly],
          globalSetup: missing && !mustRun ? [] : ['tests/support/postgresql.ts'],
          include:
            missing && !mustRun
              ? []
              : [
                  'src/{domain,contract,server,messages}/**/*.test.ts',
                  'tests/*.test.ts',
                  'scripts/**/*.test.ts',
                ],
        },
      },
      {
        extends: true,
        test: {
          name: 'screen',
          environment: 'jsdom',
          isolate: false,
          setupFiles: ['tests/support/setup-screen.ts'],
          // the build for browsers, which the screens get: Node would take its own
          alias: {
            'tus-js-client': resolve(
              import.meta.dirname,
              'node_modules/tus-js-client/lib.esm/browser/index.js',
            ),
          },
          // it caches the script that it loaded first: evaluated again for each file, like our own modules
          server: { deps: { inline: [/@stripe\/stripe-js/] } },
          include: ['src/web/**/*.test.{ts,tsx}', 'tests/{,support/}*.test.tsx'],
        },
      },
    ],
  },
})
