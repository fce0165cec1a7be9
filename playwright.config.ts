import { defineConfig, type LaunchOptions } from '@playwright/test'
import { chromium } from './tests/support/chromium.ts'

/** How Chromium is started here: without what a closed network would refuse. */
export const chromiumLaunch: LaunchOptions = {
  ...(chromium && { executablePath: chromium }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--autoplay-policy=no-user-gesture-required',
  ],
}

/** Journeys: stories that could conflict have separate servers (tests/journeys/site.ts). */
export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '*.journey.ts',
  globalSetup: './tests/journeys/prepare-site.ts',
  outputDir: 'test-results/journeys',
  workers: 3,
  timeout: 180_000,
  // what hangs is stopped; a slow machine is not
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000,
    // a trace is a tenth of a run's work: `npx playwright test … --trace retain-on-failure` records one
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: chromiumLaunch,
  },
})
