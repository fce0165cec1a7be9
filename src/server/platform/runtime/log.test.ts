import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { gatherLines } from './log.ts'

test('lines are passed on in order, in batches, and waiting ones on request', () => {
  const passed: string[] = []
  const lines = gatherLines((text) => passed.push(text))
  const line = (index: number) => `${index} ${'x'.repeat(98)}\n`
  const all = Array.from({ length: 200 }, (_, index) => line(index))
  for (const one of all) lines.write(one)
  expect(passed).toHaveLength(2)
  lines.pass()
  lines.pass()
  expect(passed).toHaveLength(3)
  expect(passed.join('')).toBe(all.join(''))
})

const log = `import { createLog } from './src/server/platform/runtime/log.ts'\nconst log = createLog('info')\n`
const run = (code: string) =>
  promisify(execFile)(process.execPath, ['--input-type=module', '-e', log + code], {
    maxBuffer: 100_000_000,
  })
const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test.each([
  ['that has nothing left to do', ''],
  ['that ends itself', 'setTimeout(() => process.exit(0), 50)'],
])('a process %s has written all its lines', async (_, end) => {
  const { stdout } = await run(
    `for (let index = 0; index < 5; index += 1) log.info({ index }, 'line')\n${end}`,
  )
  expect(linesOf(stdout).map(({ index }) => index)).toEqual([0, 1, 2, 3, 4])
})

test('no line is lost or out of order if lines arrive faster than they are written', async () => {
  const { stdout } = await run("for (let index = 0; index < 5000; index += 1) log.info({ index }, 'line')")
  expect(linesOf(stdout).map(({ index }) => index)).toEqual(Array.from({ length: 5000 }, (_, index) => index))
})

test('a single line is written while the process runs on', async () => {
  const running = run("log.info('alone')\nsetInterval(() => {}, 1000)")
  const { child } = running
  const [chunk] = await once(child.stdout ?? process.stdout, 'data')
  child.kill('SIGKILL')
  await running.catch(() => undefined)
  expect(JSON.parse(String(chunk))).toMatchObject({ msg: 'alone' })
})
