import { join, resolve } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { systemClock } from '#server/platform/runtime/clock.ts'
import { systemRandom } from '#server/platform/runtime/random.ts'
import { copyDatabaseInto } from '#support/database.ts'
import { folderOfTests } from '#support/folders.ts'
import { type AdminTool, runAdmin } from './run-admin.ts'

const folder = folderOfTests()

/** Runs the command on the site in `from`; `to` is MOVE_TO. */
async function run(args: readonly string[], to?: string) {
  const [output, errors] = [new PassThrough(), new PassThrough()]
  const code = await runAdmin({
    args,
    config: { dataDir: join(folder, 'from'), databaseUrl: undefined } as AdminTool['config'],
    workingFolder: folder,
    moveTo: to,
    migrationsDir: resolve(import.meta.dirname, '../../../../migrations'),
    clock: systemClock,
    random: systemRandom,
    input: Readable.from(''),
    output,
    errors,
  })
  return { code, said: String(output.read() ?? ''), complained: String(errors.read() ?? '') }
}

test('`move` moves the site to MOVE_TO and says what to set, `move --undo` takes it back', async () => {
  await copyDatabaseInto(join(folder, 'from'))
  for (const args of [['move'], ['move', '--undo']])
    expect(await run(args)).toMatchObject({
      code: 1,
      complained: expect.stringContaining('MOVE_TO is missing'),
    })
  expect((await run(['move', 'elsewhere'], 'to')).code).toBe(2)

  const moved = await run(['move'], 'to')
  expect(moved).toMatchObject({ code: 0, said: expect.stringMatching(/has moved: \d+ rows in \d+ tables/) })
  expect(moved.said).toContain(`DATA_DIR=${join(folder, 'to')}`)

  expect(await run(['move', '--undo'], 'to')).toMatchObject({
    code: 0,
    said: expect.stringContaining('former database again'),
  })
}, 120_000)
