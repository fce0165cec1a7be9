import type { Browser, Page } from '@playwright/test'
import { expectAccessible, themes } from './expect-accessible.ts'
import { expect, type Site, signIn, test } from './site.ts'

const people = [
  { name: 'Ann Archer', email: 'ann@brightwater.example', password: 'ann watches films' },
  { name: 'Ben Baker', email: 'ben@brightwater.example', password: 'ben watches films' },
  { name: 'Cleo Carter', email: 'cleo@brightwater.example', password: 'cleo watches films' },
] as const
const [ann] = people

test('an owner adds a team, who choose their passwords; one is removed and comes back', async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(240_000)
  const save = async () => {
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(
      page.getByText('The changes to the users associated with this account have been saved.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
  }
  const row = (name: string) =>
    page
      .getByRole('table')
      .first()
      .getByRole('row', { name: new RegExp(`^${name}`) })

  await test.step('is told what is missing, and adds three people', async () => {
    await signIn(page, await site.login('owner'))
    await page.getByRole('button', { name: 'Account menu' }).hover()
    await page.getByRole('menuitem', { name: 'Manage Users' }).click()
    await expect(page).toHaveTitle('Users – Lectern')
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled()
    await page.getByRole('button', { name: 'Add user' }).click()
    await expect(page.getByText('Both fields are needed: a name and an email.')).toBeVisible()
    for (const { name, email } of people) await addUser(page, name, email)
    await addUser(page, 'Ann again', ann.email)
    await expect(
      page.getByText(`The contact ${ann.email} is already associated with this account.`),
    ).toBeVisible()
    await expect(row(ann.name).getByText('Unsaved')).toBeVisible()
    await expect(page.getByText('6 of 10 after saving')).toBeVisible()
  })

  await test.step('is asked before leaving, and stays', async () => {
    const stay = page.getByRole('button', { name: 'Stay here' })
    await page.getByRole('link', { name: 'Security' }).click()
    await stay.click()
    await expect(page).toHaveURL(/\/account\/users$/)
    await page.goBack()
    await stay.click()
    await expect(page).toHaveURL(/\/account\/users$/)
    await expect(row(ann.name).getByText('Unsaved')).toBeVisible()
  })

  await test.step('saves, which tells all three', async () => {
    await save()
    await expect(page.getByText('6 of 10 in use')).toBeVisible()
    await expect(row(ann.name).getByRole('button', { name: 'Resend' })).toBeVisible()
    await row('Ben').getByRole('button', { name: 'Resend' }).click()
    await expect(page.getByText(`User notification sent to ${people[1].email}.`)).toBeVisible()
  })

  const browsers: Page[] = []
  await test.step('each chooses a first password through the mail on the demo page, and signs in', async () => {
    for (const person of people) {
      const own = await newBrowser(browser, site)
      await choosePassword(own, site, person)
      browsers.push(own)
    }
    await page.reload()
    await expect(row(ann.name).getByRole('cell', { name: 'Yes', exact: true })).toBeVisible()
  })
  const [annsBrowser] = browsers as [Page]

  await test.step('one of them keeps a favourite', async () => {
    await annsBrowser.goto('/content')
    await annsBrowser
      .getByRole('link', { name: /^Generators: work that waits/ })
      .first()
      .click()
    await expect(annsBrowser.locator('video')).toHaveCount(1)
    await annsBrowser.getByRole('button', { name: 'Favourite' }).click()
    await expect(annsBrowser.getByRole('button', { name: 'Favourite' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  })
  const film = new URL(annsBrowser.url()).pathname

  await test.step('is removed, and seen signed out at once', async () => {
    await row(ann.name).getByRole('button', { name: 'Remove!' }).click()
    await expect(row(ann.name).getByText('Will be removed')).toBeVisible()
    await row(ann.name).getByRole('button', { name: 'Restore' }).click()
    await row(ann.name).getByRole('button', { name: 'Remove!' }).click()
    await save()
    await expect(row(ann.name)).toHaveCount(0)
    await annsBrowser.reload()
    await expect(annsBrowser.getByText('Please log in to view the video')).toBeVisible()
    await expect(annsBrowser.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    expect((await site.mailTo(ann.email)).subject).toBe('You were removed from an account at Lectern')
  })

  await test.step('is added again, and finds her former data', async () => {
    await addUser(page, ann.name, ann.email)
    await save()
    await expect.poll(async () => (await site.mailTo(ann.email)).subject).toBe('Your access to Lectern')
    await choosePassword(annsBrowser, site, { ...ann, password: 'ann is back again' })
    await annsBrowser.goto(film)
    await expect(annsBrowser.locator('video')).toHaveCount(1)
    await expect(annsBrowser.getByRole('button', { name: 'Favourite' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  })
  for (const own of browsers) await own.context().close()
})

test('the users of an account are accessible in light and dark mode, wide and narrow @long', async ({
  page,
  site,
}) => {
  test.setTimeout(180_000)
  await signIn(page, await site.login('owner'))
  await page.goto('/account/users')
  await addUser(page, 'Dora Diaz', 'dora@brightwater.example')
  await page.getByRole('button', { name: 'Remove! Victor Vale' }).click()
  await page.getByRole('button', { name: 'Add user' }).click()
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of [1440, 820, 390, 320]) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page, `users in ${colorScheme} at ${width}`)
    }
    await page.getByRole('button', { name: 'Edit Dora Diaz' }).click()
    await expect(page.getByRole('dialog', { name: 'Edit Dora Diaz' })).toBeVisible()
    await expectAccessible(page, `edit dialog in ${colorScheme}`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Edit Dora Diaz' })).toBeFocused()
  }
})

async function addUser(page: Page, name: string, email: string): Promise<void> {
  const form = page.getByRole('region', { name: 'Add user' })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Email').fill(email)
  await form.getByRole('button', { name: 'Add user' }).click()
}

async function newBrowser(browser: Browser, site: Site): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 1280, height: 900 } })
  return context.newPage()
}

/** Opens the newest mail to an address on the demo page, follows its link, chooses a password, and signs in with it. */
async function choosePassword(
  page: Page,
  site: Site,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await site.mailTo(email)
  await page.goto('/demo')
  await page.getByRole('button', { name: email }).first().click()
  await page
    .getByRole('link', { name: /create-password/ })
    .first()
    .click()
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(
    page.getByText('Your password was updated, your account is now ready to be used.'),
  ).toBeVisible()
  await signIn(page, { email, password })
}
