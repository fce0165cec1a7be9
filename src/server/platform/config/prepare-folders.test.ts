import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { prepareFolders, prepareMediaFolder } from './prepare-folders.ts'

test('folders created at the start are not readable for other users of the machine', async () => {
  const place = mkdtempSync(join(tmpdir(), 'lectern-folders-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  const [dataDir, mediaFolder] = [join(place, 'data'), join(place, 'media')]
  await prepareFolders({ dataDir, mediaFolder, databaseUrl: 'postgresql://somewhere', demo: true })
  await prepareMediaFolder(mediaFolder, false)
  for (const folder of [dataDir, mediaFolder]) expect(statSync(folder).mode & 0o777).toBe(0o700)
})
