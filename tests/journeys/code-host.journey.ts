import type { Page } from '@playwright/test'
import { accountOf } from '#support/code-host-people.ts'
import { type CodeHostServer, startCodeHostServer } from '#support/code-host-server.ts'
import { addressIn, expectAccessible, languagesInTurn, themes } from './expect-accessible.ts'
import { expect, signIn, test as siteTest, startSite } from './site.ts'

/** A site that people can log in to by a code host, which runs on this machine too. */
const test = siteTest.extend<object, { host: CodeHostServer }>({
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
    async ({ host }, use) => {
      const { site, stop } = await startSite(host.settings)
      await use(async () => site)
      await stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

// requests in flight at logout are refused; unlinking is refused once; and linking and unlinking are requested without
// a proof first
test.use({ expectedComplaints: [/status of (401 .*\/api\/video|40[39] .*\/api\/user\/code-host)/] })

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
