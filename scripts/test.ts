// npm test, required for every commit: checks, the server on PostgreSQL, the embedded database, screens in jsdom, and
// journeys in Chromium. `npm test -- screens` runs only the stages whose name contains the word.
import { missingForPostgresql } from '../tests/support/postgresql-server.ts'
import { checks, onBothEngines, runStages, type Stage } from './stages.ts'

const missing = missingForPostgresql()

/** PostgreSQL takes three quarters of the CPU time, and has real races. Without it, all tests run embedded. */
const engines: Stage[] = missing
  ? [
      { name: 'postgresql', missing },
      { name: 'embedded: domain, contract, server', vitest: ['--project', 'node'] },
    ]
  : [
      {
        name: 'postgresql: domain, contract, server',
        vitest: ['--project', 'node'],
        env: { TEST_DATABASE: 'postgresql', ONE_ENGINE: '1' },
      },
      {
        name: 'embedded: the database, and whole processes',
        vitest: ['--project', 'node', ...onBothEngines],
      },
    ]

await runStages(
  [
    ...checks,
    ...engines,
    { name: 'screens in jsdom', vitest: ['--project', 'screen'] },
    { name: 'journeys in Chromium', playwright: [] },
  ],
  process.argv.slice(2),
)
