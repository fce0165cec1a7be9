import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { accountOf } from '#support/code-host-people.ts'
import { type CodeHostServer, startCodeHostServer } from '#support/code-host-server.ts'
import { type CompanyServer, startCompanyServer } from '#support/company-server.ts'
import type { TxtRecords } from '#support/txt-records.ts'
import {
  addressIn,
  expectAccessible,
  expectAccessibleInTurn,
  languagesInTurn,
  themes,
} from './expect-accessible.ts'
import { expect, signIn, test as siteTest, startSite } from './site.ts'

/** The provider of a company, and the DNS of its domain. */
type Company = CompanyServer & { hasRecord(name: string, value: string): void }

/** A site that people can log in to by a code host, and by their company; both run on this machine too. */
const test = siteTest.extend<object, { host: CodeHostServer; company: Company; txtRecords: string }>({
  txtRecords: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a destructured first parameter
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'lectern-dns-'))
      await use(join(folder, 'records.json'))
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  company: [
    async ({ txtRecords }, use) => {
      const server = await startCompanyServer()
      const hasRecord = (name: string, value: string) =>
        writeFileSync(txtRecords, JSON.stringify({ [name]: value } satisfies TxtRecords))
      await use(Object.assign(server, { hasRecord }))
      await server.close()
    },
    { scope: 'worker' },
  ],
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a destructured first parameter
    async ({}, use) => {
      const host = await startCodeHostServer(accountOf('grace'))
      await use(host)
      await host.close()
    },
    { scope: 'worker' },
  ],
  siteOf: [
    async ({ host, txtRecords }, use) => {
      const { site, stop } = await startSite({
        ...host.settings,
        NODE_OPTIONS: `--import=${resolve(import.meta.dirname, '../support/txt-records.ts')}`,
        TXT_RECORDS: txtRecords,
      })
      await use(async () => site)
      await stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

// requests in flight at logout are refused; unlinking is refused once; what asks for a proof is requested without one first
test.use({
  expectedComplaints: [
    /status of (401 .*\/api\/video|40[39] .*\/api\/user\/code-host|40[39] .*\/api\/account\/company-sign-in)/,
  ],
})

const codeHostLink = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Log in with GitHub' })

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).hover()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Login', exact: true }).first()).toBeVisible()
}

test('a new user comes from GitHub, agrees, watches, and returns @long', async ({ page, host }) => {
  host.account = accountOf('grace', { name: 'Grace Hopper' })

  await test.step('goes to GitHub from the landing page, and says no', async () => {
    host.denies = true
    await page.goto('/')
    await codeHostLink(page).click()
    await expect(page).toHaveURL(/\/login\?problem=code-host-denied$/)
    await expect(page.getByRole('alert')).toHaveText(
      'GitHub did not log you in, because the request was declined.',
    )
    host.denies = false
  })

  await test.step('comes back with name and confirmed email, and is asked to agree', async () => {
    await codeHostLink(page).click()
    await expect(page).toHaveURL(/\/register\/code-host$/)
    await expect(page.getByLabel('Full name')).toHaveValue('Grace Hopper')
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('grace@example.org')
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(
      page.getByText('You have to agree to the terms & conditions in order to use the product'),
    ).toBeVisible()
    await page.getByRole('checkbox', { name: /terms/i }).check()
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page).toHaveURL(/\/content$/)
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  })

  await test.step('watches a film at once', async () => {
    await page.getByRole('searchbox').fill('generators')
    await page
      .getByRole('link', { name: /^Generators: work that waits/ })
      .first()
      .click()
    const video = page.locator('video')
    await expect(video).toHaveCount(1)
    await page.getByRole('button', { name: 'Play', exact: true }).first().click()
    await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime)).toBeGreaterThan(1)
    await video.evaluate((film: HTMLVideoElement) => film.pause())
  })

  await test.step('is shown by the picture from there, which we serve', async () => {
    await page.goto('/content')
    const picture = page.getByRole('button', { name: 'Account menu' }).locator('img')
    await expect(picture).toHaveAttribute('src', /^\/avatars\/[0-9a-f]{64}\.png$/)
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  })

  await test.step('logs out, and from a locked film comes back to that film by GitHub', async () => {
    await logOut(page)
    await page.goto('/content/video/lazy-generators')
    const film = new URL(page.url()).pathname
    await page.getByRole('main').getByRole('link', { name: 'Log in', exact: true }).click()
    await codeHostLink(page).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe(film)
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  })

  await test.step('can not unlink GitHub without a password', async () => {
    await page.goto('/account/security')
    await page.getByRole('button', { name: 'Unlink' }).click()
    await expect(
      page.getByText('Please choose a password first, or you could not log in any more.'),
    ).toBeVisible()
  })
})

test('a viewer with a password links GitHub, logs in by it, and unlinks it @long', async ({
  page,
  host,
  site,
}) => {
  host.account = accountOf('octo-viewer')
  const viewer = await site.login('viewer')
  const identity = page.getByText(/^You can log in as @octo-viewer, linked on /)

  await test.step('links it on the security page, and is told by mail', async () => {
    await signIn(page, viewer)
    await page.goto('/account/security')
    await page.getByRole('button', { name: 'Link GitHub account' }).click()
    await prove(page, viewer.password)
    await expect(page.getByText('Your GitHub account @octo-viewer is linked now.')).toBeVisible()
    await expect(identity).toBeVisible()
    await expect(page).toHaveURL(/\/account\/security$/)
    expect((await site.mailTo(viewer.email)).text).toContain('@octo-viewer is now linked')
  })

  await test.step('logs in by it', async () => {
    await logOut(page)
    await page.goto('/login')
    await codeHostLink(page).click()
    await expect(page).toHaveURL(/\/content$/)
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  })

  await test.step('unlinks it, and is a new user from there', async () => {
    await page.goto('/account/security')
    await page.getByRole('button', { name: 'Unlink' }).click()
    await prove(page, viewer.password)
    await expect(page.getByText('Your GitHub account is no longer linked.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Link GitHub account' })).toBeVisible()
    await logOut(page)
    await page.goto('/login')
    await codeHostLink(page).click()
    await expect(page).toHaveURL(/\/register\/code-host$/)
  })
})

/** Says the password where the screen asks who is there. */
async function prove(page: Page, password: string): Promise<void> {
  const question = page.getByRole('dialog', { name: /^Please supply your current password/ })
  await question.getByLabel('current password').fill(password)
  await question.getByRole('button', { name: 'Submit' }).click()
}

for (const theme of themes) {
  test(`every screen that GitHub is on is accessible in ${theme} mode, wide and narrow @long`, async ({
    page,
    host,
    site,
  }) => {
    test.slow()
    host.account = accountOf(`axe-${theme}`)
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const look = async (path: string) => {
      for (const [index, width] of [1440, 390].entries()) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(addressIn(languagesInTurn(index + 1)[0], path))
        await expectAccessible(page, `${path} at ${width}`)
      }
    }
    await look('/')
    await look('/register')
    await look('/register/code-host')
    await look('/login?problem=code-host-expired')
    await codeHostLink(page).click()
    await expect(page).toHaveURL(/\/register\/code-host$/)
    await look('/register/code-host')
    await signIn(page, await site.login('viewer'))
    await look('/account/security?problem=code-host-taken')
  })
}

test('an owner has the team log in by the company alone; a colleague joins, and who is removed there is out here @long', async ({
  page,
  site,
  company,
  browser,
}) => {
  const owner = await site.login('owner')
  const viewer = await site.login('viewer')
  const step = (name: string) => page.getByRole('region', { name, exact: true })
  const colleague = await (await browser.newContext({ baseURL: site.url })).newPage()
  let logoutUri = ''

  await test.step('proves the domain by a record in the DNS', async () => {
    await signIn(page, owner)
    await page.goto('/account/users')
    await page.getByRole('link', { name: 'Set up company login' }).click()
    const domain = step('1. Your domain')
    await domain.getByLabel('Domain').fill('lectern.example')
    await domain.getByRole('button', { name: 'Begin' }).click()
    await domain.getByRole('button', { name: 'Check the record' }).click()
    await expect(domain.getByRole('alert')).toBeVisible()
    const [name = '', value = ''] = await domain.locator('dd > span').allTextContents()
    company.hasRecord(name, value)
    await domain.getByRole('button', { name: 'Check the record' }).click()
    await expect(domain.getByText('lectern.example is proven.')).toBeVisible()
  })

  await test.step('enters the provider, and tries it', async () => {
    const provider = step('2. Your provider')
    logoutUri = (await provider.locator('dd > span').last().textContent()) ?? ''
    await provider.getByLabel('Issuer').fill(company.issuer)
    await provider.getByLabel('Client ID').fill(company.client.clientId)
    await provider.getByLabel('Client secret').fill(company.client.clientSecret)
    await provider.getByRole('button', { name: 'Save' }).click()
    await prove(page, owner.password)
    company.person = { sub: 'olivia', email: 'olivia.owens@lectern.example' }
    await page.getByRole('button', { name: 'Try it now' }).click()
    await expect(
      page.getByText('It works. Your provider confirmed olivia.owens@lectern.example.'),
    ).toBeVisible()
  })

  await test.step('makes it the only way in: a password of the team is refused', async () => {
    await step('The only way in').getByRole('button', { name: 'Make it the only way in' }).click()
    await prove(page, owner.password)
    await expect(page.getByText(/^Company login is the only way in for users with an email of/)).toBeVisible()
    await expectAccessibleInTurn(page, 'company login, set up')
    await colleague.goto('/login')
    await colleague.getByRole('textbox', { name: 'Email' }).fill(viewer.email)
    await colleague.getByLabel('Password', { exact: true }).fill(viewer.password)
    await colleague.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await expect(colleague.getByRole('alert').first()).toBeVisible()
  })

  await test.step('a colleague joins by the company, and watches', async () => {
    company.person = { sub: 'cora', email: 'cora@lectern.example', name: 'Cora Colleague' }
    await colleague.goto('/login')
    await colleague.getByRole('link', { name: 'Log in with your company' }).click()
    await colleague.getByLabel('Work email').fill('cora@lectern.example')
    await expectAccessibleInTurn(colleague, 'company login')
    await colleague.getByRole('button', { name: 'Continue' }).click()
    await expect(colleague).toHaveURL(/\/content$/)
    await colleague.goto('/content/video/lazy-generators')
    await expect(colleague.locator('video')).toHaveCount(1)
    await page.goto('/account/users')
    await expect(page.getByText('cora@lectern.example').first()).toBeVisible()
  })

  await test.step('is removed at the provider, and signed out here', async () => {
    const seconds = Math.floor(Date.now() / 1000)
    const token = company.signed({
      iss: company.issuer,
      aud: company.client.clientId,
      iat: seconds,
      jti: 'of the journey',
      sub: 'cora',
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    })
    const body = new URLSearchParams({ logout_token: token })
    expect((await fetch(logoutUri, { method: 'POST', body })).status).toBe(200)
    await colleague.reload()
    await expect(colleague.getByRole('main').getByRole('link', { name: 'Log in', exact: true })).toBeVisible()
    await colleague.context().close()
  })

  await test.step('the owner ends it, and passwords work again', async () => {
    await page.goto('/account/company-sign-in')
    await page.getByRole('button', { name: 'End company login' }).click()
    await prove(page, owner.password)
    await expect(page.getByText('Company login is ended.')).toBeVisible()
    await logOut(page)
    await signIn(page, viewer)
  })
})
