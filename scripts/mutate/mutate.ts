// npm run mutate -- <file…> [test files…]: mutates the file in one place after another, runs its tests and prints the
// mutants that none of them noticed. `domain`, `guards` and `stores` name groups of files. Files on disk are not changed.
import { type ChildProcess, fork } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { missingForPostgresql } from '../../tests/support/postgresql-server.ts'
import { testsConcerning } from './concerning-tests.ts'
import { guards } from './guards.ts'
import { applyMutant, isMarkedEquivalent, type Mutant, mutantsOf, withSwitches } from './mutants.ts'
import type { Answer, Task } from './run-tests.ts'
import type { Orders, Round } from './site-runner.ts'
import { stores } from './stores.ts'

const root = resolve(import.meta.dirname, '../..')
const named = process.argv.slice(2).flatMap((word) => {
  if (word === 'guards') return Object.keys(guards)
  if (word === 'domain')
    return globSync('src/domain/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).toSorted()
  if (word === 'stores') return globSync('src/server/**/*.store.ts', { cwd: root }).toSorted()
  return [relative(root, resolve(word))]
})
// the embedded database has one connection, so tests cannot notice a missing lock
process.env.TEST_DATABASE ??= missingForPostgresql() ? 'embedded' : 'postgresql'
const hasLocks = process.env.TEST_DATABASE === 'postgresql'
if (!hasLocks) console.log('without PostgreSQL no mutant removes a lock')
/** Ends with this process. It serves the mutated text from memory, so nothing has to be restored. */
let runner: ChildProcess | undefined
let runnerIsFor = ''

const tests = named.filter((path) => /\.test\.tsx?$/.test(path))
const files = named.filter((path) => !tests.includes(path))
const together = { noticed: 0, mutants: 0 }
for (const file of files) {
  try {
    await judge(file)
  } catch (error) {
    // the other files can still be judged
    console.log(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
stop()
if (files.length > 1) console.log(`${score(together.noticed, together.mutants)} together`)

async function judge(file: string): Promise<void> {
  const source = readFileSync(join(root, file), 'utf8')
  const mutants = mutantsOf(file, source).filter(
    (mutant) => !isMarkedEquivalent(source, mutant) && (hasLocks || !mutant.isLock),
  )
  if (mutants.length === 0) return
  const concerning = tests.length > 0 ? tests : (guards[file] ?? stores[file] ?? testsConcerning(root, file))
  const survivors = await survivorsOf(file, source, mutants, concerning)
  for (const { line, label } of survivors) console.log(`${file}:${line}: ${label}`)
  const noticed = mutants.length - survivors.length
  console.log(`${score(noticed, mutants.length)} ${file}`)
  together.noticed += noticed
  together.mutants += mutants.length
}

function stop(): void {
  runner?.kill('SIGKILL')
  runner = undefined
}

function score(noticed: number, mutants: number): string {
  return `${Math.floor((100 * noticed) / mutants)} % (${noticed} of ${mutants})`
}

async function survivorsOf(
  file: string,
  source: string,
  mutants: Mutant[],
  tests: string[],
): Promise<Mutant[]> {
  if (tests.length === 0) return mutants
  // tests of pure functions can be repeated individually; those of a site depend on earlier ones, so whole files are
  // repeated
  if (file.startsWith('src/server/')) return inRounds(file, source, mutants, tests, [false, true])
  if (!file.startsWith('src/domain/')) return oneByOne(file, source, mutants, tests)
  const { unnoticed, unsure } = await allInOne(file, source, mutants, tests)
  const survivors = await inRounds(file, source, unsure, tests, [true])
  return [...unnoticed, ...survivors].sort((a, b) => a.start - b.start)
}

/** Whether the file keeps state between calls. */
function remembers(source: string): boolean {
  return /^(let |(export )?const .*= new (Weak)?(Map|Set)\b)/m.test(source)
}

/**
 * Tries all mutants in one run of the tests, by switches. Results for code that runs while loading, or only once, are
 * unreliable: those mutants are `unsure`.
 */
async function allInOne(file: string, source: string, mutants: Mutant[], tests: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-mutants-'))
  const notes = join(folder, 'notes')
  writeFileSync(notes, '')
  const text = withSwitches(source, mutants)
  try {
    for (;;) {
      const answer = await ask({ root, file, text, tests, notes }, 120_000, () => readFileSync(notes).length)
      if (answer?.noticedBy) throw new Error(`${file}: a test fails without a mutant: ${answer.why}`)
      if (answer) break
      // the last tried mutant runs forever
      const [, last] = readFileSync(notes, 'utf8').match(/tried (\d+)\n$/) ?? []
      if (last === undefined) throw new Error(`${file}: the tests do not come to an end`)
      writeFileSync(notes, `noticed ${last}\n`, { flag: 'a' })
    }
    const lines = new Set(readFileSync(notes, 'utf8').split('\n'))
    const living = mutants.filter((_, index) => !lines.has(`noticed ${index}`))
    const isUnsure = (mutant: Mutant) => remembers(source) || lines.has(`loaded ${mutants.indexOf(mutant)}`)
    return {
      unnoticed: living.filter((mutant) => !isUnsure(mutant)),
      unsure: living.filter(isUnsure),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Repeats the test files for each mutant, in one process that keeps everything loaded.
 * @param anew whether our modules are reloaded for each: first without, then with it for the remaining mutants
 */
async function inRounds(
  file: string,
  source: string,
  mutants: Mutant[],
  tests: string[],
  anew: boolean[],
): Promise<Mutant[]> {
  if (mutants.length === 0) return []
  const text = withSwitches(source, mutants)
  const noticed = new Set<number>()
  const unsure: Round[] = []
  const play = async (rounds: Round[]) => {
    for (let left = rounds; left.length > 0; ) {
      const played = await playRounds({ root, file, text, tests }, left)
      for (const mutant of played.noticed) noticed.add(mutant)
      unsure.push(...left.filter(({ mutant }) => mutant !== undefined && played.unclean.has(mutant)))
      left = left.slice(played.ended)
    }
  }
  await play(anew.flatMap((anew) => [...mutants.keys()].map((mutant) => ({ mutant, anew }))))
  for (const round of unsure) if (!noticed.has(round.mutant ?? -1)) await play([round])
  return mutants.filter((_, index) => !noticed.has(index))
}

/** Runs the rounds, with a control round after every few, until all are done or one breaks the process. */
async function playRounds(task: Task, asked: Round[]) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-mutants-'))
  const notes = join(folder, 'notes')
  const path = join(folder, 'orders')
  const proof: Round = { anew: false }
  const rounds: Round[] = [
    proof,
    ...asked.flatMap((round, index) => (index % 8 === 7 ? [round, { anew: round.anew }] : [round])),
    { anew: asked.at(-1)?.anew ?? false },
  ]
  writeFileSync(notes, '')
  writeFileSync(path, JSON.stringify({ rounds, files: task.tests.length, notes } satisfies Orders))
  try {
    const orders = { path, rounds: rounds.length }
    const answer = await ask({ ...task, orders }, 1_800_000, () => readFileSync(notes).length)
    const lines = readFileSync(notes, 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
    const all = (what: string) => lines.filter(([first]) => first === what)
    const [broken] = all('broken')
    if (broken) throw new Error(`${task.file}: a test fails without a mutant: ${broken.slice(1).join(' ')}`)
    // a mutant noticed alone was noticed for itself, whatever it left behind
    const isAlone = asked.length === 1
    const unclean = new Set(isAlone ? [] : all('unclean').flatMap(([, ...mutants]) => mutants.map(Number)))
    const noticed = new Set(all('noticed').map(([, mutant]) => Number(mutant)))
    const last = Number(all('begun').at(-1)?.[1])
    const hung = rounds[last]?.mutant
    if (!answer && hung !== undefined) noticed.add(hung)
    const isWhole = answer && unclean.size === 0
    const ended = isWhole
      ? asked.length
      : rounds.slice(0, last + 1).filter(({ mutant }) => mutant !== undefined).length
    for (const mutant of unclean) noticed.delete(mutant)
    return { noticed, unclean, ended }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Repeats the tests for each mutant, until one fails. */
async function oneByOne(file: string, source: string, mutants: Mutant[], tests: string[]): Promise<Mutant[]> {
  if (mutants.length === 0) return []
  const whole = await ask({ root, file, tests }, 900_000)
  if (!whole || whole.noticedBy) throw new Error(`${file}: a test fails without a mutant: ${whole?.why}`)
  const survivors: Mutant[] = []
  for (const mutant of mutants) {
    const answer = await ask(
      { root, file, tests, text: applyMutant(source, mutant) },
      60_000 + 5 * whole.tookMs,
    )
    if (answer && !answer.noticedBy) survivors.push(mutant)
  }
  // its worker may still hold the last mutant, which would affect the tests of the next file
  stop()
  return survivors
}

/**
 * Returns the result of the tests; undefined on a timeout, which counts as noticed.
 * @param progress extends the timeout while it changes
 */
function ask(task: Task, timeoutMs: number, progress = () => 0): Promise<Answer | undefined> {
  const [, layer] = task.file.split('/')
  const isFor = `${layer} ${task.orders ? 'in rounds' : ''}`
  if (isFor !== runnerIsFor) stop()
  runnerIsFor = isFor
  runner ??= fork(join(import.meta.dirname, 'run-tests.ts'), { cwd: root })
  const asked = runner
  return new Promise((resolve) => {
    let seen = -1
    const end = (answer?: Answer) => {
      clearInterval(timer)
      asked.removeAllListeners()
      if (!answer) {
        asked.kill('SIGKILL')
        runner = undefined
      }
      resolve(answer)
    }
    const timer = setInterval(() => {
      if (progress() <= seen) end()
      seen = progress()
    }, timeoutMs)
    asked.once('exit', () => end())
    asked.once('message', (answer: Answer) => end(answer))
    asked.send(task)
  })
}
