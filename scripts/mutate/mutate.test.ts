import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('files of one call are judged separately, including code that runs on loading', async () => {
  const files = ['deletion', 'own-contacts'].map((name) => `src/domain/accounts/${name}.ts`)
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['scripts/mutate/mutate.ts', ...files, ...files.map((file) => file.replace('.ts', '.test.ts'))],
    { cwd: join(import.meta.dirname, '../..') },
  )
  expect(stdout.trim().split('\n')).toEqual([
    '100 % (4 of 4) src/domain/accounts/deletion.ts',
    '100 % (12 of 12) src/domain/accounts/own-contacts.ts',
    '100 % (16 of 16) together',
  ])
}, 300_000)
