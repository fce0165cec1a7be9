import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '#support/test-app.ts'

const path = '/.well-known/security.txt'

async function siteWith(settings: Record<string, string>) {
  const site = await createTestApp({ settings })
  onTestFinished(() => site.close())
  return site
}

test('a site publishes where to report weaknesses, valid for half a year from each request', async () => {
  const site = await siteWith({ SECURITY_CONTACT: 'mailto:security@example.org' })
  const browser = site.client()
  const first = await browser.fetch('GET', path)
  expect(first.status).toBe(200)
  expect(first.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(first.text.split('\n')).toEqual([
    'Contact: mailto:security@example.org',
    'Expires: 2027-05-20T00:00:00.000Z',
    'Preferred-Languages: en, de',
    `Canonical: http://localhost:3000${path}`,
    '',
  ])
  site.clock.advance({ days: 400 })
  const later = (await browser.fetch('GET', path)).text
  expect(later).toContain('Expires: 2028-06-23T00:00:00.000Z')
})

test('a site without the setting has no such file', async () => {
  const site = await siteWith({})
  expect((await site.client().fetch('GET', path, { headers: { accept: '*/*' } })).status).toBe(404)
})
