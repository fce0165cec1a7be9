import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

/** Makes an empty folder for all tests of a file or `describe`, and removes it after the last of them. */
export function folderOfTests(): string {
  const folder = newFolder()
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Makes an empty folder for the running test, and removes it when the test is finished. */
export function folderOfTest(): string {
  const folder = newFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'lectern-test-'))
}
