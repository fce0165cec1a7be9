import { calls } from '#contract/calls.ts'
import { mailsTo } from './mails.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

type Link = { readonly contact: string; readonly code: string }
type LinkedPage = 'reset-password' | 'create-password' | 'confirm-contact'

const paths: Record<LinkedPage, string> = {
  'reset-password': '/account/reset-password/new-password',
  'create-password': '/user/create-password/new-password',
  'confirm-contact': '/confirm-contact',
}

/**
 * The parameters of all links to one page that were mailed to an address; those mailed at the same moment in any order.
 */
export async function linksTo(site: TestApp, address: string, page: LinkedPage): Promise<Link[]> {
  const mails = await mailsTo(site, address)
  return mails.flatMap(({ text }) => {
    const links = [...text.matchAll(/https?:\S+/g)].map(([address]) => new URL(address))
    return links
      .filter(({ pathname }) => pathname === paths[page])
      .map(({ searchParams }) => ({
        contact: searchParams.get('contact') ?? '',
        code: searchParams.get('code') ?? '',
      }))
  })
}

/** Requests a new password for an address and returns the mailed link. */
export async function resetLink(site: TestApp, browser: TestClient, email: string): Promise<Link> {
  const before = await linksTo(site, email, 'reset-password')
  const answer = await browser.call(calls.requestReset, { body: { email } })
  if (answer.status !== 200) throw new Error(`Asking for a reset answered ${answer.status}: ${answer.text}`)
  const link = (await linksTo(site, email, 'reset-password')).find(
    ({ code }) => !before.some((one) => one.code === code),
  )
  if (!link) throw new Error(`No link came to ${email}`)
  return link
}

/** How many mails with these words in their subject went to an address. */
export async function countMailsTo(site: TestApp, address: string, subject: string): Promise<number> {
  return (await mailsTo(site, address)).filter((mail) => mail.subject.includes(subject)).length
}
