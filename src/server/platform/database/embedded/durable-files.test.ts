import { PGlite } from '@electric-sql/pglite'
import { expect, test } from 'vitest'
import { folderOfTest } from '#support/folders.ts'
import { DurableFiles, requirePart } from './durable-files.ts'

const whole = {
  stream_ops: {},
  node_ops: { rename: () => undefined },
  realPath: () => '',
  tryFSOperation: () => undefined,
}

test.each([
  ['NODEFS.stream_ops', {}],
  ['NODEFS.stream_ops', { NODEFS: { ...whole, stream_ops: undefined } }],
  ['NODEFS.node_ops.rename', { NODEFS: { ...whole, node_ops: {} } }],
  ['NODEFS.realPath', { NODEFS: { ...whole, realPath: undefined } }],
  ['NODEFS.tryFSOperation', { NODEFS: { ...whole, tryFSOperation: undefined } }],
])('a PGlite without %s is not started: the error names part and version', async (part, module) => {
  const hook = await lastStepBeforeStart()
  expect(() => hook(module)).toThrow(new RegExp(`^PGlite \\d+\\.\\d+\\.\\d+ has no ${part}, `))
})

test('a PGlite with all of them is started', async () => {
  const hook = await lastStepBeforeStart()
  expect(() => hook({ NODEFS: whole })).not.toThrow()
  expect(() => requirePart('part', () => undefined)).not.toThrow()
})

/** The changes to PGlite's module just before it runs. */
async function lastStepBeforeStart(): Promise<(module: object) => void> {
  // it creates its folder if missing
  const folder = folderOfTest()
  const { emscriptenOpts } = await new DurableFiles(folder).init(Object.create(PGlite.prototype), {})
  const hook = emscriptenOpts.preRun?.at(-1)
  if (!hook) throw new Error('nothing is done before PGlite starts')
  return hook as (module: object) => void
}
