import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectAccessibleInTurn, expectAccessibleLooks } from './expect-accessible.ts'
import { expect, signIn, test } from './site.ts'

// a wrong code is answered 401, which the browser logs to its console
test.use({ expectedComplaints: [/status of 401 .*\/auth\/two-factor/] })

test('a viewer sets two-factor sign-in up, and signs in with a code, a recovery code and a passkey @long', async ({
  page,
  site,
}) => {
  // each screen is looked at in both themes
  test.setTimeout(300_000)
  const login = await site.login('viewer')
  let secret = ''
  let recoveryCodes: string[] = []

  await test.step('sets an authenticator app up', async () => {
    await signIn(page, login)
    await page.goto('/account/security')
    await expectAccessibleInTurn(page, 'security page')
    await page.getByRole('button', { name: 'Set up' }).click()
    await givePassword(page, login.password)
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
    await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    await expectAccessibleLooks(page, 'dialog with the QR code')
    const shown = await dialog.getByText(/^(?:[A-Z2-7]{4} ?){8}$/).textContent()
    secret = (shown ?? '').replaceAll(' ', '')
    await dialog.getByLabel('Code of the app').fill(codeOf(secret))
    await dialog.getByRole('button', { name: 'Switch on' }).click()
    const codes = page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    recoveryCodes = await codes.allTextContents()
    await expectAccessibleLooks(page, 'recovery codes')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await expect(page.getByText('10 are left')).toBeVisible()
  })

  await test.step('signs in with a code, after a wrong one', async () => {
    await signOut(page)
    await enterPassword(page, login)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two-factor login')
    await expect(page.getByLabel('Code')).toBeFocused()
    await expectAccessibleLooks(page, 'second step')
    await page.getByLabel('Code').fill('000000')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('The code is not correct.')
    await page.reload()
    // the code that set the app up is used; a phone may be half a minute ahead
    await page.getByLabel('Code').fill(codeOf(secret, Date.now() + 30_000))
    await page.keyboard.press('Enter')
    await expectSignedIn(page)
  })

  await test.step('signs in with a recovery code', async () => {
    await signOut(page)
    await enterPassword(page, login)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill((recoveryCodes[0] ?? '').toLowerCase().replaceAll('-', ' '))
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await expectSignedIn(page)
  })

  const authenticator = await addVirtualAuthenticator(page)
  await test.step('adds a passkey', async () => {
    await page.goto('/account/security')
    await expect(page.getByText('9 are left')).toBeVisible()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByLabel('Name').fill('My laptop')
    await expectAccessibleLooks(page, 'dialog for a passkey')
    await dialog.getByLabel('current password').fill(login.password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'My laptop' })
    await expect(row).toContainText('Never used')
    await expectAccessibleInTurn(page, 'list of passkeys')
  })

  await test.step('signs in with the passkey alone', async () => {
    await signOut(page)
    await page.goto('/login?next=/account/security')
    await expectAccessibleInTurn(page, 'login')
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'My laptop' })).toContainText('Last used')
  })

  await test.step('signs in with the passkey as second step', async () => {
    await signOut(page)
    await enterPassword(page, login)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expectAccessibleLooks(page, 'second step with a passkey')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expectSignedIn(page)
  })

  await test.step('sees a message if the authenticator does not verify the user', async () => {
    await signOut(page)
    await authenticator.send('WebAuthn.setUserVerified', {
      authenticatorId: authenticator.id,
      isUserVerified: false,
    })
    await page.goto('/login')
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await expect(page.getByRole('alert')).toHaveText('No passkey was used.')
  })

  await test.step('removes the passkey and switches the app off', async () => {
    await enterPassword(page, login)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(recoveryCodes[1] ?? '')
    await page.keyboard.press('Enter')
    await expectSignedIn(page)
    await page.goto('/account/security')
    await page.getByRole('button', { name: 'Remove My laptop' }).click()
    await givePassword(page, login.password)
    await expect(page.getByText('You have no passkeys yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Switch off' }).click()
    const dialog = page.getByRole('dialog', { name: 'Switch off the authenticator app' })
    await dialog.getByLabel('current password').fill(login.password)
    await dialog.getByLabel('Code of the app, or a recovery code').fill(recoveryCodes[2] ?? '')
    await expectAccessibleLooks(page, 'dialog that switches off')
    await dialog.getByRole('button', { name: 'Switch off' }).click()
    await expect(page.getByText('The authenticator app is switched off.')).toBeVisible()
    await expect(page.getByText('Recovery codes')).toHaveCount(0)
  })
})

function codeOf(secret: string, timestamp = Date.now()): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp })
}

async function enterPassword(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
}

async function givePassword(page: Page, password: string) {
  await page.getByRole('dialog').getByLabel('current password').fill(password)
  await page.keyboard.press('Enter')
}

async function signOut(page: Page) {
  const logout = page.getByRole('menuitem', { name: 'Logout' })
  // a page that is just being drawn closes the menu again
  await expect(async () => {
    await page.mouse.move(0, 0)
    await page.getByRole('button', { name: 'Account menu' }).hover()
    await expect(logout).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await logout.click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
}

async function expectSignedIn(page: Page) {
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
}

/** A device of Chromium's that holds passkeys and knows its owner. */
async function addVirtualAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { id: authenticatorId, send: client.send.bind(client) }
}
