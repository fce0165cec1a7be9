// A process that keeps Vitest running and returns, for each mutated text, which test file noticed it. A plugin serves the
// text in place of the file's own: nothing is written to disk.
import { join } from 'node:path'
import { loadConfigFromFile, mergeConfig, type Plugin, type UserConfig } from 'vite'
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node'

export type Task = {
  readonly root: string
  readonly file: string
  /** The mutated text; absent: the file is unchanged. */
  readonly text?: string
  readonly tests: readonly string[]
  /** Log file of `noticing-runner.ts`, for a text with switches. */
  readonly notes?: string
  /** Orders of `site-runner.ts`, for a text with switches: their file and number of rounds. */
  readonly orders?: { readonly path: string; readonly rounds: number }
}
export type Answer = { noticedBy: string | undefined; tookMs: number; why?: string }

// mutants noticed only by rare random examples count as untested: a few fixed examples are enough
Object.assign(process.env, { PROPERTY_RUNS: '100', LEDGER_STORIES: '100', SEED: '1', ...process.env })

/** The running task: tasks are serialised. */
let task: Task | undefined
let vitest: Promise<Vitest> | undefined
/** The test file that noticed most runs first. */
const noticed = new Map<string, number>()

process.on('message', async (message: Task) => {
  const before = task
  task = message
  process.env.MUTANT_NOTES = task.notes ?? ''
  process.env.MUTANT_ORDERS = task.orders?.path ?? ''
  vitest ??= start(task)
  const started = await vitest
  // the previous file is restored
  for (const { root, file } of [before ?? task, task]) started.invalidateFile(join(root, file))
  process.send?.(await runTests(started, task))
})

async function start({ root, file, orders }: Task): Promise<Vitest> {
  const loaded = await loadConfigFromFile({ command: 'serve', mode: 'test' }, join(root, 'vitest.config.ts'))
  const { projects, ...shared } = loaded?.config.test ?? {}
  const name = file.startsWith('src/web/') ? 'screen' : 'node'
  const project = projects?.find((one) => typeof one === 'object' && 'test' in one && one.test?.name === name)
  const { include: _, exclude: __, ...own } = (project as UserConfig | undefined)?.test ?? {}
  const test = {
    ...shared,
    ...own,
    include: ['src/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'scripts/**/*.test.ts'],
    config: false as const,
    watch: false,
    update: 'none' as const,
    reporters: [{}],
    pool: 'threads' as const,
    // Node itself would load the unchanged files
    experimental: { viteModuleRunner: true },
    // pure functions need no isolated worker
    ...((file.startsWith('src/domain/') || orders) && { isolate: false }),
    maxWorkers: 1,
    runner: join(import.meta.dirname, orders ? 'site-runner.ts' : 'noticing-runner.ts'),
    // a test may run once per mutant on a busy machine: runners and `mutate.ts` have their own timeouts
    testTimeout: 0,
    hookTimeout: 600_000,
    sequence: { sequencer: AsAsked },
    silent: true,
  }
  const isMutated = (id: string) => task !== undefined && id === join(task.root, task.file)
  const mutant: Plugin = {
    name: 'mutant',
    enforce: 'pre',
    load: (id) => (isMutated(id) ? task?.text : undefined),
    // Vitest caches a module's text by its file, which does not change
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ id }) => (isMutated(id) ? false : undefined)),
  }
  const config = mergeConfig(loaded?.config ?? {}, { plugins: [mutant] })
  const started = await createVitest('test', test, { root, plugins: config.plugins, logLevel: 'silent' })
  await started.standalone()
  return started
}

/** Vitest would run the last failures first. */
class AsAsked {
  sort = (specifications: TestSpecification[]) => specifications
  shard = this.sort
}

async function runTests(vitest: Vitest, task: Task): Promise<Answer> {
  const all = await vitest.globTestSpecifications()
  const specifications = task.tests
    .map((test) => all.find(({ moduleId }) => moduleId.endsWith(`/${test}`)))
    .filter((specification) => specification !== undefined)
  if (task.orders) {
    await vitest.runTestSpecifications(
      Array.from({ length: task.orders.rounds }, () => specifications).flat(),
    )
    return { noticedBy: undefined, tookMs: 0 }
  }
  let tookMs = 0
  for (const batch of batchesOf(specifications, task)) {
    const { testModules: known, unhandledErrors } = await vitest.runTestSpecifications(batch)
    // the others are as an earlier task has left them
    const testModules = known.filter(({ moduleId }) => batch.some((one) => one.moduleId === moduleId))
    tookMs += testModules.reduce((sum, module) => sum + duration(module), 0)
    const failed = testModules.find((module) => !module.ok())
    if (!failed && unhandledErrors.length === 0) continue
    if (failed) noticed.set(failed.moduleId, (noticed.get(failed.moduleId) ?? 0) + 1)
    const why = failed ? firstError(failed) : unhandledErrors.map(String)[0]
    return {
      noticedBy: failed?.moduleId ?? 'an unhandled error',
      tookMs,
      ...(why !== undefined && { why }),
    }
  }
  return { noticedBy: undefined, tookMs }
}

/**
 * Returns one run for a text with switches, which no test notices; otherwise a run per test file, until one notices.
 * Vitest's `bail` is not used: it cancels later tests asynchronously, possibly in the next task's run.
 */
function batchesOf(specifications: TestSpecification[], task: Task): TestSpecification[][] {
  if (task.notes !== undefined) return [specifications]
  const often = ({ moduleId }: TestSpecification) => noticed.get(moduleId) ?? 0
  return specifications.toSorted((a, b) => often(b) - often(a)).map((specification) => [specification])
}

function firstError(module: TestModule): string | undefined {
  for (const test of module.children.allTests('failed')) {
    const [error] = test.result().errors ?? []
    return `${test.fullName}: ${error?.message}`
  }
  return module.errors()[0]?.message
}

function duration(module: TestModule): number {
  const { duration, collectDuration, setupDuration } = module.diagnostic()
  return duration + collectDuration + setupDuration
}
