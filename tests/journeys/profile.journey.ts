import { expectAccessible, themes } from './expect-accessible.ts'
import { expect, signIn, test } from './site.ts'

// a wrong password is said on purpose
test.use({ expectedComplaints: [/status of 403 .*\/api\/account\/contact/] })

const question = 'Please supply your current password when changing your email contacts.'

test('an owner changes their name and moves to another email @long', async ({ page, site }) => {
  const owner = await site.login('owner')
  const newEmail = 'olivia@brightwater.example'
  const dialog = page.getByRole('dialog', { name: question })
  const supply = async (password: string) => {
    await dialog.getByLabel('current password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
  }

  await test.step('opens the profile and saves another name', async () => {
    await signIn(page, owner)
    await page.goto('/account/profile')
    await expect(page).toHaveTitle('Profile – Lectern')
    await page.getByLabel('Full name').fill('Olivia Owens-Brook')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Your name was saved.')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Full name')).toHaveValue('Olivia Owens-Brook')
  })

  await test.step('adds a contact, with the wrong password first', async () => {
    await page.getByLabel('Another email').fill(newEmail)
    await page.getByRole('button', { name: 'Add contact' }).click()
    await expect(dialog.getByLabel('current password', { exact: true })).toBeFocused()
    await expect(page.locator('body')).toHaveClass(/modal-open/)
    await supply('not my password')
    await expect(dialog.getByRole('alert')).toHaveText('The password is not correct.')
    await supply(owner.password)
    await expect(dialog).toBeHidden()
    await expect(page.getByText(`A confirmation message has been sent to "${newEmail}".`)).toBeVisible()
    const row = page.getByRole('row', { name: newEmail })
    await expect(row.getByText('Not confirmed')).toBeVisible()
    await expect(row.getByRole('button', { name: 'Make primary' })).toHaveCount(0)
  })

  await test.step('reads the mails on the demo page and confirms', async () => {
    expect((await site.mailTo(owner.email)).text).toContain(newEmail)
    await site.mailTo(newEmail)
    await page.goto('/demo')
    await page.getByRole('button', { name: newEmail }).first().click()
    await page
      .getByRole('link', { name: /confirm-contact/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page.getByText(`The contact ${newEmail} has been successfully confirmed!`)).toBeVisible()
    await page.getByRole('link', { name: 'Continue to profile' }).click()
  })

  await test.step('makes it the primary one and removes the old one', async () => {
    await page.getByRole('button', { name: `Make primary ${newEmail}` }).click()
    await supply(owner.password)
    await expect(page.getByText(`The contact ${newEmail} is now your primary contact.`)).toBeVisible()
    await expect(page.getByRole('row', { name: newEmail }).getByText('Primary')).toBeVisible()
    await page.getByRole('button', { name: `Remove ${owner.email}` }).click()
    await supply(owner.password)
    await expect(page.getByText(`The contact ${owner.email} was removed.`)).toBeVisible()
    await expect(page.getByRole('rowheader', { name: owner.email })).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Contacts' })).toBeFocused()
    await expect(page.getByRole('row', { name: newEmail }).getByRole('button')).toHaveCount(0)
  })

  await test.step('signs in with the new one, and no longer with the old one', async () => {
    await page.context().clearCookies()
    const refused = await page.request.get('/api/user-session')
    expect(await refused.json()).toEqual({ authenticated: false })
    await signIn(page, { email: newEmail, password: owner.password })
  })
})

test('profile and password dialog are accessible in light and dark mode, wide and narrow @long', async ({
  page,
  site,
}) => {
  const owner = await site.login('expired')
  await signIn(page, owner)
  await page.goto('/account/profile')
  await page.getByLabel('Another email').fill('eddie@exeter.example')
  await page.getByRole('button', { name: 'Add contact' }).click()
  const dialog = page.getByRole('dialog', { name: question })
  await dialog.getByLabel('current password', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Not confirmed')).toBeVisible()
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page, `profile in ${colorScheme} at ${width}`)
    }
    const remove = page.getByRole('button', { name: 'Remove eddie@exeter.example' })
    await remove.click()
    await expect(dialog).toBeVisible()
    await expectAccessible(page, `password dialog in ${colorScheme}`)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(remove).toBeFocused()
  }
})
