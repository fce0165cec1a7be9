// `npm run bench`: compares the current build with its baselines. Prints each part's table and writes it to
// docs/performance.md, whose only writer it is. `npm run bench -- session start` measures these parts and keeps the
// others; `--quick` takes fewer rounds; `--rounds 7`, `--videos 1000`.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type BenchRun, openBenchRun } from './bench-run.ts'
import { parts } from './parts.ts'
import { processorsInUse } from './processor-time.ts'
import { circumstances, markdown, withNew } from './report.ts'
import { loadProgram } from './request-load.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    videos: { type: 'string', default: '1000' },
    quick: { type: 'boolean', default: false },
  },
})
const unknown = positionals.filter((name) => !parts.some((part) => part.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no part ${unknown.join(', ')}; there are ${parts.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(1)
}
const { quick } = values
const file = join(resolve(import.meta.dirname, '../..'), 'docs/performance.md')
const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'))
const rounds = Number(values.rounds ?? (quick ? 3 : 7))
const run = await openBenchRun({ folder, rounds, videos: Number(values.videos), quick })
try {
  for (const part of parts)
    if (positionals.length === 0 ? !(quick && part.isLong) : positionals.includes(part.name))
      // a failing part does not stop the others
      await measure(part, run).catch((error: unknown) => {
        console.error(`${part.name} could not be measured:`, error)
        process.exitCode = 1
      })
} finally {
  await run.close()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(part: (typeof parts)[number], of: BenchRun): Promise<void> {
  const began = performance.now()
  const where = circumstances(await processorsInUse())
  const measured = await part.measure(of)
  if (!measured) return
  const text = markdown({ ...measured, title: part.title }, where)
  console.log(text)
  console.log(`(${part.name}: ${Math.round((performance.now() - began) / 1000)} s)\n`)
  // written at once, so that a later failure loses nothing
  const titles = parts.map(({ title }) => title)
  writeFileSync(file, withNew(readFileSync(file, 'utf8'), intro(), titles, new Map([[part.title, text]])))
}

function intro(): string {
  return [
    '# Speed',
    '',
    'Written by `npm run bench` alone; each part says when it was measured. *Measured* is processor time (user and system) of',
    "the site's process for a request, that of PostgreSQL beside it, and replies a second; the site logs as in production, to a",
    'file. *Raw* is `node:http` that sends the same headers and compressed bytes, in the same run, taking turns; a 304 is compared',
    `with all the bytes. *Ratio* is raw's processor time over the site's: 1 would be as good. Figures are medians of rounds of a`,
    `second with 32 connections of ${loadProgram} on the same machine, so replies a second mean little where it has few processors.`,
    '*Before* is what was measured before the point was worked on.',
  ].join('\n')
}
