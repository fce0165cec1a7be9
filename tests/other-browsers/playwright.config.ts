import { defineConfig } from '@playwright/test'

/** The main story in browsers that other tools drive: Playwright's runner starts the site and waits, and opens no page. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.story.ts',
  globalSetup: '../journeys/prepare-site.ts',
  outputDir: '../../test-results/other-browsers',
  timeout: 300_000,
  // what hangs is stopped; a slow machine is not
  expect: { timeout: 30_000 },
})
