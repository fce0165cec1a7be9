// npm test: checks (types, lint, dead code), tests on the embedded database and on PostgreSQL, screens, and journeys
// in Chromium. What a machine lacks is skipped with one line; with CI=true a skip is a failure.
// `npm test -- server` runs only the stages whose name contains the word.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bin, prepare, root } from './prepare.mjs'

const strict = Boolean(process.env.CI) && process.env.CI !== 'false'
const reports = join(root, 'test-results')
const only = process.argv.slice(2)

const stages = [
  { name: 'check: types', command: ['tsc', '--noEmit', '-p', '.'] },
  { name: 'check: domain knows no platform', command: ['tsc', '--noEmit', '-p', 'src/domain'] },
  { name: 'check: format and lint', command: ['biome', 'check'] },
  { name: 'check: hooks and imports', command: ['oxlint', '--deny-warnings'] },
  { name: 'check: dead code', command: ['knip'] },
  {
    name: 'embedded: domain, contract, server',
    vitest: ['--project', 'node'],
    env: { TEST_DATABASE: 'embedded' },
  },
  { name: 'screens in jsdom', vitest: ['--project', 'screen'] },
  {
    name: 'postgresql: server',
    vitest: ['--project', 'node', 'src/server', 'tests/'],
    env: { TEST_DATABASE: 'postgresql' },
    needs: () => postgresql() || 'PostgreSQL 15 or later is not installed',
  },
  {
    name: 'journeys in Chromium',
    playwright: [],
    needs: () => chromium() || 'no Chromium found (PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH names one)',
  },
]

prepare()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

let passed = 0
let failed = 0
let skipped = 0
for (const [index, stage] of stages.entries()) {
  if (only.length > 0 && !only.some((word) => stage.name.includes(word))) continue
  const ready = stage.needs?.() ?? true
  if (ready !== true) {
    console.log(`\n── ${stage.name}: skipped, ${ready}`)
    if (strict) failed += 1
    else skipped += 1
    continue
  }
  console.log(`\n── ${stage.name}`)
  const report = join(reports, `${index}.json`)
  const status = await run(stage, report)
  const counts = count(stage, report, status)
  passed += counts.passed
  failed += counts.failed
  skipped += counts.skipped
  if (strict && counts.skipped > 0) failed += counts.skipped
}
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

function run(stage, report) {
  let args = stage.command
  if (stage.vitest)
    args = [
      'vitest',
      'run',
      ...stage.vitest,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]
  if (stage.playwright) args = ['playwright', 'test', ...stage.playwright, '--reporter=list,json']
  const env = {
    ...process.env,
    ...stage.env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
  }
  env.PATH = `${join(root, 'node_modules', '.bin')}:${env.PATH}`
  return new Promise((resolve) => {
    spawn(bin(args[0]), args.slice(1), { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env }).on(
      'exit',
      resolve,
    )
  })
}

function count(stage, report, status) {
  if (stage.command)
    return status === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 }
  const result = JSON.parse(readFileSync(report, 'utf8'))
  const counts = stage.vitest
    ? {
        passed: result.numPassedTests,
        failed: result.numFailedTests,
        skipped: result.numPendingTests + result.numTodoTests,
      }
    : {
        passed: result.stats.expected,
        failed: result.stats.unexpected + result.stats.flaky,
        skipped: result.stats.skipped,
      }
  // a file that fails to load counts no test, yet nothing of it ran
  if (status !== 0 && counts.failed === 0) counts.failed = 1
  return counts
}

function chromium() {
  const named = process.env.PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH
  if (named) return existsSync(named)
  return ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].some((path) =>
    existsSync(path),
  )
}

function postgresql() {
  const folders = (process.env.PATH ?? '').split(':')
  const debian = '/usr/lib/postgresql'
  if (existsSync(debian)) folders.push(...readdirSync(debian).map((version) => join(debian, version, 'bin')))
  return folders.some((folder) => existsSync(join(folder, 'initdb')))
}
