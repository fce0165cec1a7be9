// npm test, required for every commit: checks, the server on PostgreSQL, the embedded database, screens in jsdom, and
// journeys in Chromium. What takes long and says little new is left to `npm run prove`: the files that SHORT=1 excludes
// (vitest.config.ts) and the stories marked `@long`. `npm test -- screens` runs only the stages whose name contains the word.
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
        env: { TEST_DATABASE: 'postgresql', SHORT: '1' },
      },
      {
        name: 'embedded: the database, and whole processes',
        vitest: ['--project', 'node', ...onBothEngines],
        env: { SHORT: '1' },
      },
    ]

await runStages(
  [
    ...checks,
    ...engines,
    { name: 'screens in jsdom', vitest: ['--project', 'screen'] },
    { name: 'journeys in Chromium', playwright: ['--grep-invert', '@long'] },
  ],
  process.argv.slice(2),
)
