import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { programArguments, programCache } from '#support/program.ts'
import { freePort, startServerProcess } from '#support/server-process.ts'
import { becomeAdmin, film, password, startEmptySite } from './empty-site.ts'
import { expectAccessibleInTurn, expectAccessibleLooks } from './expect-accessible.ts'
import { confirm, fillInRegistration } from './register.ts'
import { expect, type Site, test as siteTest } from './site.ts'
import { serveStripeScript } from './stripe-in-browser.ts'

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

const noDemo = () => Promise.reject(new Error('only a demo has logins and shows its mails'))

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

test('the operator of a fresh site becomes its admin by the link of the command line @long', async ({
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

test('an operator brings an empty site to its first sale with nothing but the browser', async ({
  browser,
}) => {
  test.skip(spawnSync('ffmpeg', ['-version']).error !== undefined, 'without ffmpeg no film is uploaded')
  test.setTimeout(180_000)
  await using site = await startEmptySite()
  const context = await browser.newContext({ baseURL: site.url, reducedMotion: 'reduce' })
  const page = await context.newPage()
  let codes: string[] = []
  const region = (name: string) => page.getByRole('region', { name, exact: true })
  /** Saves a step's form with the password and a code. */
  const save = async (name: string) => {
    await page.getByRole('form', { name }).getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Code of your authenticator app').fill(codes.pop() ?? '')
    await dialog.getByLabel('current password').fill(password)
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
  }

  await test.step('opens the printed link; visitors read that the site opens soon', async () => {
    expect((await page.request.get('/')).status()).toBe(503)
    codes = await becomeAdmin(page, site.link)
    await page.goto('/admin')
    await expect(page.getByText('The site is not open yet')).toBeVisible()
    await page.getByRole('link', { name: 'First steps' }).first().click()
    await expect(page.getByRole('button', { name: 'Open the site' })).toBeDisabled()
  })

  await test.step('gives seller, legal texts, mail server and the keys of Stripe, and tries both', async () => {
    await page.getByLabel('Postal address', { exact: true }).fill('Some Street 1\n10115 Berlin')
    await page.getByLabel('Tax number', { exact: true }).fill('12/345/67890')
    await save('Seller and tax')
    await expect(region('Seller and tax').getByText('Done', { exact: true })).toBeVisible()
    await page.getByLabel('Server', { exact: true }).fill('127.0.0.1')
    await page.getByLabel('Port', { exact: true }).fill(String(site.smtp.port))
    await page.getByLabel('Encryption', { exact: true }).selectOption('none')
    await page.getByLabel('Sender', { exact: true }).fill('Videos <videos@example.org>')
    await save('Mail')
    await page.getByRole('button', { name: 'Send me a test mail' }).click()
    await expect(page.getByText('The mail server took the test mail')).toBeVisible()
    await page
      .getByLabel('Publishable key', { exact: true })
      .fill(site.stripe.settings.STRIPE_PUBLISHABLE_KEY ?? '')
    await page.getByLabel('Secret key', { exact: true }).fill(site.stripe.settings.STRIPE_SECRET_KEY ?? '')
    await save('Payment')
    await expect(page.getByText('Set, ends with 6789.')).toBeVisible()
    await page.getByRole('button', { name: 'I have had these texts checked' }).click()
    await expect(region('Legal texts').getByText('Done', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Make a test purchase' }).click()
    await expect(page.getByText(/^TEST-1: €11\.90 were paid/)).toBeVisible()
    await site.mailTo('you@example.org', /TEST-1/)
    await expectAccessibleInTurn(page, 'first steps')
  })

  await test.step('sets an own price', async () => {
    await region('Prices').getByRole('link').click()
    await page.getByLabel('Name', { exact: true }).fill('first')
    await page.getByLabel('Price per user and month in euros').fill('12.50')
    await page.getByRole('button', { name: 'Put on sale' }).first().click()
    await givePassword(page)
    await expect(page.getByText('The prices are saved.')).toBeVisible()
  })

  await test.step('uploads a film, publishes it, and opens the site', async () => {
    await page.goto('/admin/library/categories')
    await page.getByRole('button', { name: 'New category' }).click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Evenings')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goto('/admin/library')
    await page.getByRole('button', { name: 'New video' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Title').fill('A first evening')
    await dialog.getByLabel('Category').selectOption({ label: 'Evenings' })
    await dialog.getByRole('button', { name: 'New video' }).click()
    await page.getByLabel('Choose the video file or drop it here').setInputFiles(film())
    await expect(page.getByRole('list', { name: 'Processing' })).toContainText('Ready since', {
      timeout: 60_000,
    })
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Published', { exact: true })).toBeVisible()
    await page.goto('/admin/setup')
    await expect(region('First video').getByText('Done', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Open the site' }).click()
    await givePassword(page)
    await expect(page.getByText('The site is open. You can')).toBeVisible()
    await expect(region('Test purchase')).toHaveCount(0)
  })

  await test.step('a visitor registers, subscribes, and gets an invoice', async () => {
    const visitor = await browser.newPage({ baseURL: site.url, reducedMotion: 'reduce' })
    await serveStripeScript(visitor, site.stripe)
    const ada = { name: 'Ada Lovelace', email: 'ada@example.org', password: 'notes on the engine' }
    await fillInRegistration(visitor, ada)
    await confirm(visitor, site, ada.email)
    await visitor.goto('/pricing')
    await visitor.getByRole('link', { name: 'Subscribe now' }).click()
    const next = () => visitor.getByRole('button', { name: 'Next' }).click()
    await visitor.getByLabel('Billing country', { exact: true }).selectOption('DE')
    await next()
    await visitor.getByRole('textbox', { name: 'Billing address' }).fill('Ring 1\n10115 Berlin')
    await next()
    await visitor.getByRole('radio', { name: /1 month/ }).check()
    await next()
    await visitor.getByRole('button', { name: 'Store card and continue' }).click()
    await expect(visitor.getByRole('row', { name: 'Total' })).toContainText('€14.88')
    await visitor.getByRole('checkbox').check()
    await visitor.getByRole('button', { name: 'Order with obligation to pay' }).click()
    await expect(visitor.getByRole('heading', { name: 'Thank you for subscribing!' })).toBeVisible()
    await site.mailTo(ada.email, /^Your invoice \d{4}-000001$/)
    await visitor.close()
  })

  await test.step('the operator sees the money, and sends the invoice again', async () => {
    await page.goto('/admin')
    await expect(page.getByRole('region', { name: 'The month so far' })).toContainText('€12.50')
    await page.goto('/admin/messages')
    await page.getByRole('button', { name: /^Send “Your invoice .* to ada@example\.org again$/ }).click()
    await expect(page.getByText('The mail is being sent again.')).toBeVisible()
    const sent = () => site.smtp.received.filter((mail) => mail.header('subject')?.startsWith('Your invoice'))
    await expect.poll(() => sent().length).toBe(2)
  })
  await context.close()
})

async function givePassword(page: Page): Promise<void> {
  await page.getByRole('dialog').getByLabel('current password').fill(password)
  await page.keyboard.press('Enter')
}
