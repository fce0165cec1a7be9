import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { freePort, startServerProcess } from '#support/server-process.ts'
import { startSmtpServer } from '#support/smtp.ts'
import { startStripeServer } from '#support/stripe-server.ts'
import { expect, type Site } from './site.ts'

/** A server with an address and a secret alone; its mail server and Stripe are on this machine. */
export async function startEmptySite() {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-journey-'))
  const port = String(await freePort())
  const [smtp, stripe] = await Promise.all([startSmtpServer(), startStripeServer()])
  const server = await startServerProcess({
    DATA_DIR: dataDir,
    PORT: port,
    BASE_URL: `http://localhost:${port}`,
    APP_SECRET: 'of-a-journey:K7v2mQ9xR4bT8nW1pZ6cY3',
    TRIAL_DAYS: '0',
    STRIPE_API_URL: stripe.url,
  })
  await server.ready()
  const read = (raw: string) => raw.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
  const mailTo = async (address: string, subject = /./) => {
    const fits = ({ recipients, header }: (typeof smtp.received)[number]) =>
      recipients.includes(address) && subject.test(header('subject') ?? '')
    await expect.poll(() => smtp.received.some(fits), { timeout: 15_000 }).toBe(true)
    return { text: read(smtp.received.findLast(fits)?.raw ?? '') } as Awaited<ReturnType<Site['mailTo']>>
  }
  const link = /http\S+\/admin\/create\?code=\S+/.exec(server.output().stdout)?.[0] ?? ''
  const stop = async () => {
    await Promise.all([server.stop(), smtp.close(), stripe.close()])
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { url: server.url, link, smtp, stripe, mailTo, [Symbol.asyncDispose]: stop }
}

/** The admin's. */
export const password = 'a word that I keep'

/** Says who the admin is, by the printed link, and sets an authenticator app up. Returns the recovery codes. */
export async function becomeAdmin(page: Page, link: string): Promise<string[]> {
  await page.goto(link)
  await page.getByLabel('Full name').fill('Robin Sample')
  await page.getByRole('textbox', { name: 'Email' }).fill('you@example.org')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Become the admin' }).click()
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('dialog').getByLabel('current password').fill(password)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  const shown = await dialog.getByText(/^(?:[A-Z2-7]{4} ?){8}$/).textContent()
  const secret = Secret.fromBase32((shown ?? '').replaceAll(' ', ''))
  await dialog.getByLabel('Code of the app').fill(new TOTP({ secret }).generate())
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  const codes = page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = await codes.allTextContents()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  return recovery
}

/** A short film as a camera makes it. */
export function film() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-film-'))
  // a pipe would get no duration
  const path = join(folder, 'film.mkv')
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'testsrc=s=160x90:r=10:d=1',
    '-c:v',
    'mpeg4',
    path,
  ])
  const buffer = readFileSync(path)
  rmSync(folder, { recursive: true })
  return { name: 'Recording 1.mkv', mimeType: 'video/x-matroska', buffer }
}
