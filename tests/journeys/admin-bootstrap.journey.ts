import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { programArguments, programCache } from '#support/program.ts'
import { freePort, startServerProcess } from '#support/server-process.ts'
import { expectAccessibleInTurn, expectAccessibleLooks } from './expect-accessible.ts'
import { expect, type Site, test as siteTest } from './site.ts'

const root = resolve(import.meta.dirname, '../..')

/** A site for real visitors right after its first start, and its operator's command line. */
type FreshSite = Site & { admin(...words: string[]): { code: number | null; text: string } }

const test = siteTest.extend<object, { fresh: FreshSite }>({
  fresh: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a destructured first parameter
    async ({}, use) => {
      const { fresh, stop } = await startFreshSite()
      await use(fresh)
      await stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  siteOf: [async ({ fresh }, use) => use(async () => fresh), { scope: 'worker' }],
})

// a password that is too common, and a link that was used
test.use({ expectedComplaints: [/status of 422/] })

async function startFreshSite(): Promise<{ fresh: FreshSite; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-journey-'))
  const port = String(await freePort())
  const server = await startServerProcess({
    DATA_DIR: dataDir,
    PORT: port,
    BASE_URL: `http://localhost:${port}`,
    APP_SECRET: 'of-a-journey:K7v2mQ9xR4bT8nW1pZ6cY3',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'videos@example.org',
  })
  await server.ready()
  const program = programArguments('src/server/front/command-line/admin.ts')
  const noDemo = () => Promise.reject(new Error('only a demo has logins and shows its mails'))
  const data = { DATA_DIR: dataDir }
  const fresh: FreshSite = {
    url: server.url,
    data,
    mailTo: noDemo,
    login: noDemo,
    admin(...words) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...words], {
        cwd: root,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, ...data, ...programCache },
      })
      return { code: status, text: stdout + stderr }
    },
  }
  const stop = async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { fresh, stop }
}

test('the operator of a fresh site becomes its admin by the link of the command line', async ({
  page,
  fresh: site,
}) => {
  test.setTimeout(180_000)
  const { code, text } = site.admin('create', '--email', 'you@example.org')
  expect(code).toBe(0)
  const link = text.match(/http\S+/)?.[0] ?? ''
  expect(link).toContain(`${site.url}/admin/create?code=`)

  await test.step('opens the link and says who they are', async () => {
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Become the admin')
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('you@example.org')
    await expectAccessibleLooks(page, 'form of the admin')
    await page.getByLabel('Full name').fill('Robin Sample')
    await page.getByLabel('Password', { exact: true }).fill('password1')
    await page.getByLabel('Confirm password').fill('password1')
    await page.getByRole('button', { name: 'Become the admin' }).click()
    await expect(page.getByText('on the list of the most common ones')).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill('a word that I keep')
    await page.getByLabel('Confirm password').fill('a word that I keep')
    await page.getByRole('button', { name: 'Become the admin' }).click()
  })

  await test.step('is signed in, and told why a second factor comes next', async () => {
    await expect(page).toHaveURL(/\/account\/security$/)
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
    await expect(page.getByText('a password alone is not enough')).toBeVisible()
    await expectAccessibleInTurn(page, 'security page of the admin')
  })

  await test.step('cannot use the link again, nor get another by mistake', async () => {
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work')
    await expect(
      page.getByText('This link is not correct, was used already, or is older than 15 minutes.'),
    ).toBeVisible()
    await expectAccessibleLooks(page, 'link that does not work')
    expect(site.admin('create')).toEqual({
      code: 1,
      text: expect.stringContaining('There is an admin already'),
    })
  })

  await test.step('has lost the password, and chooses another', async () => {
    const again = site.admin('create', '--again')
    await page.goto(again.text.match(/http\S+/)?.[0] ?? '')
    await expect(page.getByText('For the admin of this site, you@example.org.')).toBeVisible()
    await expectAccessibleLooks(page, 'new password of the admin')
    await page.getByLabel('New password').fill('another word that I keep')
    await page.getByLabel('Confirm password').fill('another word that I keep')
    await page.getByRole('button', { name: 'Save the password' }).click()
    await expect(page).toHaveURL(/\/account\/security$/)
    await expect(page.getByText('a password alone is not enough')).toBeVisible()
  })
})
