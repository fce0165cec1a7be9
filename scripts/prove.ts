// npm run prove, the long form of npm test: everything on both engines, in both themes, with enough rounds to find rare
// failures. It takes hours. `npm run prove -- --quick` runs the same stages with few files and rounds, in minutes.
import { missingForFirefox, missingForWebkit } from '../tests/other-browsers/installed.ts'
import { missingForPostgresql } from '../tests/support/postgresql-server.ts'
import { checks, onBothEngines, runStages, type Stage } from './stages.ts'

const words = process.argv.slice(2)
const quick = words.includes('--quick')
const seed = process.env.SEED ?? String(Math.floor(Math.random() * 2 ** 31))

/** Rounds of the randomised tests, described in `tests/support/rounds.ts`. */
const rounds = quick
  ? {
      KILLS: '2',
      RENEWALS: '100',
      MESSAGE_ORDERS: '4',
      STOCK_ORDERS: '100',
      LEDGER_STORIES: '500',
      BILLING_LIVES: '20',
      MONEY_LIVES: '10',
      ACCOUNT_LIVES: '3',
      FUZZED_REQUESTS: '300',
    }
  : {
      KILLS: '100',
      RENEWALS: '1000',
      MESSAGE_ORDERS: '24',
      STOCK_ORDERS: '500',
      UPLOAD_MEGABYTES: '500',
      MEDIA_ADDRESSES: '10000',
      IMPORTED_ROWS: '5000',
      BROADCAST_MAILS: '10000',
      MOVED_ACCOUNTS: '20000',
      MOVED_MEDIA: '10000',
      WORKER_JOBS: '10000',
      FULL_FILMS: '1',
      LEDGER_STORIES: '100000',
      BILLING_LIVES: '1000',
      MONEY_LIVES: '600',
      ACCOUNT_LIVES: '300',
      FUZZED_REQUESTS: '20000',
    }
const env = { ...rounds, SEED: seed }

const chance = ['kill', 'billing-lives', 'ledger']
const missing = missingForPostgresql()

console.log(`Seed ${seed}: SEED=${seed} npm run prove tries the same again.`)
await runStages(
  [
    ...checks,
    {
      name: 'embedded: domain, contract, server',
      vitest: ['--project', 'node', ...(quick ? [...onBothEngines, ...chance] : [])],
      env: { ...env, TEST_DATABASE: 'embedded' },
    },
    missing
      ? { name: 'postgresql', missing }
      : {
          name: 'postgresql: server',
          vitest: [
            '--project',
            'node',
            ...(quick ? ['src/server/platform/database/', ...chance] : ['src/server', 'tests/']),
          ],
          env: { ...env, TEST_DATABASE: 'postgresql' },
        },
    {
      name: 'screens in jsdom',
      vitest: ['--project', 'screen', ...(quick ? ['src/web/platform/ui'] : [])],
      env,
    },
    {
      name: 'journeys in Chromium on the embedded database, in both themes',
      playwright: quick ? ['accessibility', 'two-factor'] : [],
      env: { LOOKS: 'all', TEST_DATABASE: 'embedded' },
    },
    mainStoryIn('Firefox', missingForFirefox),
    mainStoryIn('WebKit', missingForWebkit),
  ],
  words.filter((word) => word !== '--quick'),
)

/** Playwright's runner, and a separate driver for Debian's browser (tests/other-browsers). */
function mainStoryIn(browser: 'Firefox' | 'WebKit', missing: string | undefined): Stage {
  const name = `the main story in ${browser}`
  if (missing) return { name, missing }
  const config = 'tests/other-browsers/playwright.config.ts'
  return { name, playwright: ['--config', config, browser.toLowerCase()], env: { TEST_DATABASE: 'embedded' } }
}
