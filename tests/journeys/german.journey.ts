import {
  expectAccessible,
  expectAccessibleInTurn,
  expectAccessibleLooks,
  expectWholeWords,
} from './expect-accessible.ts'
import { confirmationLink, logOut } from './register.ts'
import { expect, test, untilStarted } from './site.ts'

// the password is wrong on purpose once
test.use({ sharedSite: true, locale: 'de-DE', expectedComplaints: [/status of 401 .*\/auth\/login/] })

test('a user whose browser is German registers, watches and subscribes, all in German @long', async ({
  page,
  site,
}) => {
  const email = 'konrad.zuse@example.org'
  const password = 'Rechnender Raum'

  await test.step('browses', async () => {
    await page.goto('/content')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Videos nach Erscheinungsdatum')
    await expect(page.getByText(/^Gesamt: \d+ Videos, /)).toBeVisible()
    await expectAccessibleInTurn(page, 'listing')
  })

  await test.step('registers, after being told what is missing', async () => {
    await page.goto('/register')
    await page.getByRole('button', { name: 'Registrieren' }).click()
    await expect(page.getByText('Bitte geben Sie Ihren Namen ein.')).toBeVisible()
    await expectAccessibleLooks(page, 'registration')
    await page.getByLabel('Vor- und Nachname').fill('Konrad Zuse')
    await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill(email)
    await page.getByLabel('Passwort', { exact: true }).fill(password)
    await page.getByLabel('Passwort bestätigen').fill(password)
    await page.getByRole('checkbox', { name: /AGB/ }).check()
    await page.getByRole('button', { name: 'Registrieren' }).click()
    await expect(page.getByText(/Bitte klicken Sie auf den Link darin/)).toBeVisible()
  })

  await test.step('confirms by a mail in German', async () => {
    const { subject, text } = await site.mailTo(email)
    expect(subject).toMatch(/^Bitte bestätigen Sie/)
    expect(text).toContain('Konrad Zuse')
    expect(text).toMatch(/Ihr|Sie/)
    await page.goto(await confirmationLink(site, email))
    await page.getByRole('button', { name: 'Bestätigen', exact: true }).click()
    await expect(page.getByText(`Der Kontakt ${email} wurde bestätigt!`)).toBeVisible()
    await expectAccessible(page, 'confirmation')
  })

  await test.step('sees a refusal of the server in German, and signs in', async () => {
    await logOut(page)
    await page.goto('/login')
    const main = page.getByRole('main')
    await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill(email)
    await page.getByLabel('Passwort', { exact: true }).fill('Rechnende Räume')
    await main.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await expect(page.getByText('E-Mail-Adresse oder Passwort stimmen nicht.')).toBeVisible()
    await page.getByLabel('Passwort', { exact: true }).fill(password)
    await main.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Kontomenü' })).toBeVisible()
  })

  await test.step('finds the way to a subscription, with prices as Germans write them', async () => {
    await page.goto('/account/subscription')
    await expect(
      page.getByText(/^Ihr kostenloser Testzeitraum endet am \d+\. \p{L}+ \d{4}\.$/u),
    ).toBeVisible()
    await expectAccessibleInTurn(page, 'subscription')
    await page.goto('/subscription/new/country')
    await page.getByLabel('Rechnungsland', { exact: true }).selectOption('Deutschland')
    await page.getByRole('button', { name: 'Weiter' }).click()
    await page
      .getByRole('textbox', { name: 'Rechnungsadresse' })
      .fill('Konrad Zuse\nMethfesselstraße 7\n10965 Berlin')
    await page.getByRole('button', { name: 'Weiter' }).click()
    await expect(page.getByText('Wie oft möchten Sie bezahlen?')).toBeVisible()
    await expect(page.getByText(/\d+,\d\d\s€/).first()).toBeVisible()
    await expectAccessibleLooks(page, 'interval')
  })

  await test.step('reads whole words, even on the narrowest screen', async () => {
    await page.setViewportSize({ width: 320, height: 800 })
    for (const path of [
      '/',
      '/content',
      '/pricing',
      '/register',
      '/terms-and-conditions',
      '/withdraw-contract',
      '/account/profile',
      '/account/subscription',
      '/account/users',
      '/account/password',
      '/account/security',
    ]) {
      await page.goto(path)
      await expectWholeWords(page, path)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('chooses English in the profile, which account and browser remember', async () => {
    await page.goto('/account/profile')
    await expectAccessibleInTurn(page, 'profile')
    await page.getByRole('radio', { name: 'English' }).check()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile')
    await page.goto('/content')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Videos by publishing date')
  })

  await test.step('and German again at the foot of a page', async () => {
    // the page shows the account, not the link of its document
    await untilStarted(page)
    await page.getByRole('navigation', { name: 'Language' }).getByRole('link', { name: 'Deutsch' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Videos nach Erscheinungsdatum')
    await page.goto('/faq?lang=en')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.goto('/account/profile')
    await expect(page.getByRole('radio', { name: 'Deutsch' })).toBeChecked()
  })
})

test('only one language travels to a browser @long', async ({ page }) => {
  const scripts: string[] = []
  page.on('response', async (reply) => {
    if (reply.url().endsWith('.js')) scripts.push(await reply.text())
  })
  await page.goto('/content', { waitUntil: 'networkidle' })
  await expect.poll(() => scripts.join('\n')).toContain('Videos nach Erscheinungsdatum')
  expect(scripts.join('\n')).not.toContain('Videos by publishing date')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('pages are readable and linked in both languages @long', async ({ page }) => {
    for (const [language, imprint, pricing] of [
      ['de', 'Impressum', 'Preise'],
      ['en', 'Imprint', 'Pricing'],
    ] as const) {
      const banner = page.getByRole('banner')
      await page.goto(`/content?lang=${language}`)
      await page.getByRole('main').getByRole('link').first().click()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await banner.getByRole('link', { name: pricing }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(pricing)
      await banner.getByRole('link', { name: 'FAQ' }).click()
      await page.getByRole('link', { name: imprint }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(imprint)
      await banner.getByRole('link', { name: 'Videos' }).click()
      await expect(page).toHaveURL(new RegExp(`/content\\?lang=${language}$`))
    }
  })
})
