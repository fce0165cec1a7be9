import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import pg from 'pg'
import type * as z from 'zod/mini'
import type { DemoLogins, DemoMails } from '#contract/site/demo-calls.ts'
import type { Database } from '#server/platform/database/database.ts'
import { migrationsFolder } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { startServerProcess } from '#support/server-process.ts'

/** A running demo site: its URL, and the actions of `/demo`. */
export type Site = {
  readonly url: string
  /** Settings with which the operator's programs find its data. */
  readonly data: Readonly<Record<string, string>>
  /** The newest mail to an address, waited for; of those with such a subject where one is given. */
  mailTo(address: string, subject?: RegExp): Promise<z.output<typeof DemoMails>['mails'][number]>
  login(
    role: z.output<typeof DemoLogins>['logins'][number]['role'],
  ): Promise<{ email: string; password: string }>
}

/**
 * Tests with a `site`, of the file's own unless `sharedSite` is set (for stories with their own users, which change
 * neither the clock nor the demo's users).
 */
export const siteTest = base.extend<
  { site: Site; sharedSite: boolean },
  { siteOf(file: string | undefined): Promise<Site> }
>({
  siteOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a destructured first parameter
    async ({}, use) => {
      const running = new Map<string | undefined, { site: Site; stop(): Promise<void> }>()
      const stop = async (file: string | undefined) => {
        await running.get(file)?.stop()
        running.delete(file)
      }
      await use(async (file) => {
        for (const other of running.keys()) if (other !== undefined && other !== file) await stop(other)
        const known = running.get(file) ?? (await startSite())
        running.set(file, known)
        return known.site
      })
      for (const file of running.keys()) await stop(file)
    },
    { scope: 'worker' },
  ],
  // one file changes the clock, another an email: sharing a site, they would pass or fail by the order they run in
  sharedSite: [false, { option: true }],
  site: [
    async ({ siteOf, sharedSite }, use, { file }) => use(await siteOf(sharedSite ? undefined : file)),
    { scope: 'test', timeout: 120_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
})

/**
 * Tests whose `page` reports complaints: an error on the console, an uncaught exception or a violation of the
 * Content-Security-Policy fails the journey unless it is expected.
 */
export const test = siteTest.extend<{ complaints: string[]; expectedComplaints: RegExp[] }>({
  // one expression: Playwright takes a list of two for a value and its options
  expectedComplaints: [[], { option: true }],
  complaints: [
    async ({ page, expectedComplaints }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', (error) => complaints.push(String(error.stack ?? error)))
      await use(complaints)
      expect(
        complaints.filter((text) => !expectedComplaints.some((expected) => expected.test(text))),
      ).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Waits until a page answers, and is no longer the document that was served. */
export async function untilStarted(page: Page): Promise<void> {
  await page.locator('#root:not(:has(.document))').waitFor()
}

/** Signs in through the screen, as a person would. */
export async function signIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
}

/**
 * A database of the run's PostgreSQL server as a copy of another, and the setting that names it; no setting where the run
 * has none: the embedded database is in the data directory.
 */
export async function createDatabase(name: string, template: string): Promise<Record<string, string>> {
  const address = process.env.PREPARED_POSTGRESQL
  if (!address) return {}
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query(`create database ${name} template ${template} strategy file_copy`)
  await client.end()
  const url = new URL(address)
  url.pathname = `/${name}`
  return { DATABASE_URL: url.href }
}

/**
 * Starts a demo site as prepared by `prepare-site.ts`; further `settings` are for journeys that start their own.
 * @param change changes its database before it is read
 */
export async function startSite(
  settings: Readonly<Record<string, string>> = {},
  change?: (database: Database) => Promise<void>,
): Promise<{ site: Site; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-journey-'))
  cpSync(process.env.PREPARED_SITE ?? '', dataDir, { recursive: true })
  const database = await createDatabase(`journey_${randomUUID().replaceAll('-', '')}`, 'prepared')
  if (change) {
    const log = { info: () => {}, warn: console.warn, error: console.error }
    const databaseUrl = database.DATABASE_URL
    const opened = await openDatabase({ dataDir, databaseUrl, migrationsDir: migrationsFolder, log })
    await change(opened).finally(() => opened.close())
  }
  const server = await startServerProcess({
    DEMO: '1',
    DATA_DIR: dataDir,
    RATE_LIMITS: '100',
    ...database,
    ...settings,
  })
  await server.ready()
  const read = async <Body>(path: string): Promise<Body> =>
    (await fetch(server.url + path)).json() as Promise<Body>
  const site: Site = {
    url: server.url,
    data: { DATA_DIR: dataDir, ...database },
    async mailTo(address, subject = /./) {
      for (let attempt = 0; attempt < 100; attempt += 1) {
        const { mails } = await read<z.output<typeof DemoMails>>('/demo/mails')
        const mail = mails.find((one) => one.to === address && subject.test(one.subject))
        if (mail) return mail
        await new Promise((wake) => setTimeout(wake, 100))
      }
      throw new Error(`no mail to ${address} within 10 seconds`)
    },
    async login(role) {
      const { logins } = await read<z.output<typeof DemoLogins>>('/demo/logins')
      const login = logins.find((candidate) => candidate.role === role)
      if (!login) throw new Error(`the demo has no login "${role}"`)
      return login
    },
  }
  const stop = async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { site, stop }
}
