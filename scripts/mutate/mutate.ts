// npm run mutate -- <file…> [test files…]: breaks the file in one place after the other, runs the tests that concern it
// and prints what none of them noticed. `domain` and `guards` stand for all of their files. The files on disk stay as they are.
import { type ChildProcess, fork } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { testsConcerning } from './concerning-tests.ts'
import { guards } from './guards.ts'
import { applyMutant, isMarkedEquivalent, type Mutant, mutantsOf, withSwitches } from './mutants.ts'
import type { Answer, Task } from './run-tests.ts'

const root = resolve(import.meta.dirname, '../..')
const named = process.argv.slice(2).flatMap((word) => {
  if (word === 'guards') return Object.keys(guards)
  if (word === 'domain')
    return globSync('src/domain/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).toSorted()
  return [relative(root, resolve(word))]
})
/** Ends with this process: it serves the mutated text from memory, so there is nothing to put back. */
let runner: ChildProcess | undefined

const tests = named.filter((path) => /\.test\.tsx?$/.test(path))
const files = named.filter((path) => !tests.includes(path))
const together = { noticed: 0, mutants: 0 }
for (const file of files) {
  const source = readFileSync(join(root, file), 'utf8')
  const mutants = mutantsOf(file, source).filter((mutant) => !isMarkedEquivalent(source, mutant))
  if (mutants.length === 0) continue
  const concerning = tests.length > 0 ? tests : (guards[file] ?? testsConcerning(root, file))
  const survivors = await survivorsOf(file, source, mutants, concerning)
  // the next file gets a Vitest that has never seen this one's mutants
  runner?.kill('SIGKILL')
  runner = undefined
  for (const { line, label } of survivors) console.log(`${file}:${line}: ${label}`)
  const noticed = mutants.length - survivors.length
  console.log(`${score(noticed, mutants.length)} ${file}`)
  together.noticed += noticed
  together.mutants += mutants.length
}
if (files.length > 1) console.log(`${score(together.noticed, together.mutants)} together`)

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
  // tests of pure functions can be run again as they stand; those of a site need one as new for each mutant
  if (!file.startsWith('src/domain/')) return oneByOne(file, source, mutants, tests)
  const { unnoticed, unsure } = await allInOne(file, source, mutants, tests)
  return [...unnoticed, ...(await oneByOne(file, source, unsure, tests))].sort((a, b) => a.start - b.start)
}

/**
 * Tries all mutants in one run of the tests, by switches. Of what is computed while the file is loaded that says nothing:
 * those mutants are `unsure`.
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
      // the last one that was tried does not come to an end
      const [, last] = readFileSync(notes, 'utf8').match(/tried (\d+)\n$/) ?? []
      if (last === undefined) throw new Error(`${file}: the tests do not come to an end`)
      writeFileSync(notes, `noticed ${last}\n`, { flag: 'a' })
    }
    const lines = new Set(readFileSync(notes, 'utf8').split('\n'))
    const living = mutants.filter((_, index) => !lines.has(`noticed ${index}`))
    const wasLoaded = (mutant: Mutant) => lines.has(`loaded ${mutants.indexOf(mutant)}`)
    return {
      unnoticed: living.filter((mutant) => !wasLoaded(mutant)),
      unsure: living.filter(wasLoaded),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs the tests anew for each mutant, until one fails. */
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
  return survivors
}

/**
 * What the tests said; undefined when they did not come to an end in time, which counts as noticed.
 * @param progress as long as it moves they are given more time
 */
function ask(task: Task, patienceMs: number, progress = () => 0): Promise<Answer | undefined> {
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
    }, patienceMs)
    asked.once('exit', () => end())
    asked.once('message', (answer: Answer) => end(answer))
    asked.send(task)
  })
}
