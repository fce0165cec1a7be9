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
 * Servers that are killed during payments and mails: a database in a separate process lets the test read it meanwhile.
 */
const postgresqlOnly = [
  'tests/purchase-kill.test.ts',
  'tests/renewal-kill.test.ts',
  'tests/order-kill.test.ts',
  'tests/first-week-kill.test.ts',
  'tests/broadcast-kill.test.ts',
]

/** Stories of whole processes: with `ONE_ENGINE=1`, as at a commit, the embedded database has to do for them. */
const oneEngine = [
  'tests/registration-kill.test.ts',
  'tests/upload-kill.test.ts',
  'src/server/front/command-line/run-*.test.ts',
]

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
          isolate: false,
          setupFiles: ['tests/support/setup-node.ts'],
          environment: 'node',
          exclude:
            process.env.TEST_DATABASE === 'postgresql'
              ? ['**/node_modules/**', ...embeddedOnly, ...(process.env.ONE_ENGINE ? oneEngine : [])]
              : ['**/node_modules/**', ...postgresqlOnly],
          globalSetup: missing && !mustRun ? [] : ['tests/support/postgresql.ts'],
          include:
            missing && !mustRun
              ? []
              : [
                  'src/{domain,contract,server,messages}/**/*.test.ts',
                  'src/web/**/*.test.ts',
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
          include: ['src/web/**/*.test.tsx', 'tests/support/*.test.tsx'],
        },
      },
    ],
  },
})
