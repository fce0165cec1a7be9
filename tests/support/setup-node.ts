import { afterAll, afterEach, vi } from 'vitest'
import { removeCatalogueFolders } from './catalogue-folder.ts'
import { seed } from './rounds.ts'

// Test files share the modules of their worker, so a hook in a module would be registered only by the file that imports
// it first. State that a test may leave is reset here, for each file.

if (process.env.SEED !== undefined) (await import('fast-check')).default.configureGlobal({ seed })

afterEach(() => {
  vi.useRealTimers()
  // spies first: one on a stubbed global puts the stub back
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
afterAll(removeCatalogueFolders)
