import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible, themes } from './expect-accessible.ts'
import { expect, type Site, signIn, test } from './site.ts'

const joiner = { name: 'Jo Joiner', email: 'jo@brightwater.example', password: 'jo watches films' }

test('an owner invites by a link, imports a list, reads the usage, and revokes the link @long', async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(240_000)
  const tool = (name: string) => page.getByRole('region', { name, exact: true })
  let link = ''

  await test.step('makes a link for a domain', async () => {
    await signIn(page, await site.login('owner'))
    await page.goto('/account/users')
    await tool('Invite links').getByRole('button', { name: 'Make a link' }).click()
    const form = page.getByRole('form', { name: 'New invite link' })
    await form.getByLabel('Email domain').fill('not a domain')
    await form.getByRole('button', { name: 'Make a link' }).click()
    await expect(form.getByText('Please enter a domain such as example.org.')).toBeVisible()
    await form.getByLabel('Email domain').fill('@brightwater.example')
    await form.getByLabel('How often').fill('5')
    await form.getByRole('button', { name: 'Make a link' }).click()
    const row = tool('Invite links').getByRole('listitem')
    await expect(row.getByText(/For emails of brightwater\.example only · 0 of 5 uses/)).toBeVisible()
    link =
      (await row
        .getByText(/\/join\//)
        .first()
        .textContent()) ?? ''
    expect(new URL(link).origin).toBe(site.url)
  })

  const stranger = await newBrowser(browser, site)
  await test.step('a stranger with an address of another domain is refused, with one of it joins', async () => {
    await stranger.goto(link)
    await expect(stranger.getByRole('heading', { name: 'Join Brightwater Software' })).toBeVisible()
    await expectAccessible(stranger, 'join page')
    await fillIn(stranger, { ...joiner, email: 'jo@elsewhere.example' })
    await expect(stranger.getByText('Please enter an email of brightwater.example.')).toBeVisible()
    await fillIn(stranger, joiner)
    await expect(
      stranger.getByText(
        `Please click on the link in the message we sent to confirm you can be reached at ${joiner.email}.`,
      ),
    ).toBeVisible()
  })

  await test.step('confirms by the mail on the demo page, signs in and watches', async () => {
    await site.mailTo(joiner.email)
    await stranger.goto('/demo')
    await stranger.getByRole('button', { name: joiner.email }).first().click()
    await stranger
      .getByRole('link', { name: /confirm-contact/ })
      .first()
      .click()
    await stranger.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(
      stranger.getByText(`The contact ${joiner.email} has been successfully confirmed!`),
    ).toBeVisible()
    await signIn(stranger, joiner)
    await stranger.goto(await lockedVideo(stranger))
    await expect(stranger.locator('video')).toHaveCount(1)
    const seen = stranger.waitForResponse((reply) => reply.url().includes('/api/video/view/') && reply.ok())
    await stranger.getByRole('button', { name: 'Play', exact: true }).first().click()
    await seen
    const { email: ownersEmail } = await site.login('owner')
    expect((await site.mailTo(ownersEmail)).subject).toBe('Somebody joined your account at Lectern')
  })

  await test.step('the owner imports a list with good and other rows, and saves', async () => {
    await page.reload()
    await page.getByLabel('Choose a CSV file').setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        [
          'Name;E-Mail-Adresse',
          'Käthe Krause;kaethe@brightwater.example',
          'Jo again;JO@brightwater.example',
          'Nobody;nobody',
          ';nameless@brightwater.example',
          'Liam Lee;liam@brightwater.example',
          'Liam again;liam@brightwater.example',
        ].join('\r\n'),
      ),
    })
    const rows = page.getByRole('region', { name: 'Rows of people.csv' })
    await expect(rows.getByText('Will be added')).toHaveCount(2)
    await expect(
      rows.getByText('The contact JO@brightwater.example is already associated with this account.'),
    ).toBeVisible()
    await expect(rows.getByText('Please enter a valid email address')).toBeVisible()
    await expect(rows.getByText('Both fields are needed: a name and an email.')).toBeVisible()
    await expect(rows.getByText('This email stands above already.')).toBeVisible()
    await expectAccessible(page, 'import')
    await page.getByRole('button', { name: 'Add 2 users to the table' }).click()
    await expect(page.getByText('2 users are in the table now.')).toBeVisible()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(
      page.getByText('The changes to the users associated with this account have been saved.'),
    ).toBeVisible()
    await site.mailTo('kaethe@brightwater.example')
  })

  await test.step('reads who watched, on screen and in the file', async () => {
    const usage = tool('Usage')
    const row = usage.getByRole('row', { name: new RegExp(joiner.name) })
    await expect(row.getByText('today')).toBeVisible()
    await expect(usage.getByRole('row', { name: /Käthe Krause/ }).getByText('never')).toBeVisible()
    const download = page.waitForEvent('download')
    await usage.getByRole('link', { name: 'Download CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/)
    const csv = await readFile(await file.path(), 'utf8')
    expect(csv.startsWith('\uFEFFName,Email,')).toBe(true)
    expect(csv).toContain(`${joiner.name},${joiner.email},yes,yes,`)
    expect(csv).toContain('Käthe Krause,kaethe@brightwater.example,no,yes,,0,0,no')
  })

  await test.step('revokes the link, which no longer opens', async () => {
    await tool('Invite links')
      .getByRole('button', { name: /^Revoke/ })
      .click()
    await expectAccessible(page, 'question')
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByText('The invite link was revoked.')).toBeVisible()
    await expect(page.getByText('There is no invite link.')).toBeVisible()
    const late = await newBrowser(browser, site)
    await late.goto(link)
    await expect(late.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible()
    await late.context().close()
  })
  await stranger.context().close()
})

test('the tools of a team are accessible in light and dark mode, wide and narrow @long', async ({
  page,
  site,
}) => {
  test.setTimeout(180_000)
  await signIn(page, await site.login('owner'))
  await page.goto('/account/users')
  await page.getByRole('button', { name: 'Make a link' }).click()
  const form = page.getByRole('form', { name: 'New invite link' })
  await form.getByRole('button', { name: 'Make a link' }).click()
  const invites = page.getByRole('region', { name: 'Invite links', exact: true })
  const link =
    (await invites
      .getByRole('listitem')
      .getByText(/\/join\//)
      .first()
      .textContent()) ?? ''
  await page.getByRole('button', { name: 'Make a link' }).click()
  await form.getByLabel('Works for').fill('0')
  await form.getByRole('button', { name: 'Make a link' }).click()
  await page.getByLabel('Choose a CSV file').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Name,Email\nMax Mustermann-Hohenstein,max.mustermann-hohenstein@brightwater.example\nX,x',
    ),
  })
  await expect(page.getByText('One row is left out.')).toBeVisible()
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page, `tools in ${colorScheme} at ${width}`)
    }
  }
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(link)
    await expect(page.getByRole('button', { name: 'Join' })).toBeVisible()
    await expectAccessible(page, `join page at ${width}`)
  }
})

async function newBrowser(browser: Browser, site: Site): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 1280, height: 900 } })
  return context.newPage()
}

async function fillIn(
  page: Page,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<void> {
  await page.getByLabel('Full name').fill(name)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('checkbox', { name: /terms/i }).check()
  await page.getByRole('button', { name: 'Join' }).click()
}

async function lockedVideo(page: Page): Promise<string> {
  const { videos } = await page.request.get('/api/videos').then((reply) => reply.json())
  return `/content/video/${videos.find((video: { free: boolean }) => !video.free).id}`
}
