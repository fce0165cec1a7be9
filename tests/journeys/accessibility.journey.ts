import { expectAccessible, languagesInTurn, themes } from './expect-accessible.ts'
import { expect, signIn, test } from './site.ts'

const signedOut = [
  '/',
  '/content?q=react',
  '/login',
  '/register',
  '/confirm-contact?contact=a%40example.org&code=x',
  '/confirm-contact/success?contact=a%40example.org',
  '/confirm-contact/failure?contact=a%40example.org',
  '/confirm-contact/error',
  '/pricing',
  '/faq',
  '/imprint',
  '/terms-and-conditions',
  '/privacy-policy',
  '/about',
  '/demo',
  '/nowhere',
]

// '/nowhere' is asked for on purpose
test.use({ sharedSite: true, expectedComplaints: [/status of 404/] })

for (const theme of themes) {
  test(`every screen is accessible in ${theme} mode, signed out`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    for (const [index, path] of signedOut.entries())
      for (const language of languagesInTurn(index)) {
        await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`)
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await expectAccessible(page, `${path} in ${language}`)
      }
  })

  test(`listing and video page are accessible in ${theme} mode, signed in, wide and narrow`, async ({
    page,
    site,
  }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const videos = await page.request.get('/api/videos').then((reply) => reply.json())
    await page.goto(`/content/video/${videos.videos[0].id}`)
    await expectAccessible(page, 'locked video')
    await signIn(page, await site.login('viewer'))
    for (const [index, width] of [1440, 390].entries()) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`/content?lang=${languagesInTurn(index)[0]}`)
      await expectAccessible(page, `listing at ${width}`)
      await page.goto(`/content/video/${videos.videos[0].id}?lang=${languagesInTurn(index)[0]}`)
      await expect(page.locator('video')).toHaveCount(1)
      await expectAccessible(page, `video page at ${width}`)
    }
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, 'list of keys')
  })
}
