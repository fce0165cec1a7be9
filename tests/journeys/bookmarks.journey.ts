import { register } from './register.ts'
import { expect, signIn, test } from './site.ts'

test.use({ sharedSite: true })

test('a viewer bookmarks moments with their own words, finds them again, and only they see them @long', async ({
  page,
  browser,
  site,
}) => {
  const password = 'long enough to keep'
  const person = { name: 'Berta Book', email: 'berta.book@example.org', password }
  await register(page, site, person)
  await signIn(page, person)
  const { videos } = await (await page.request.get('/api/videos')).json()
  const film = videos.find(
    (one: { free: boolean; durationSeconds: number }) => one.free && one.durationSeconds > 40,
  )
  const address = `/content/video/${film.id}`
  const video = page.locator('video')
  const at = () => video.evaluate((one: HTMLVideoElement) => one.currentTime)
  const panel = page.getByRole('region', { name: 'Bookmarks' })
  const open = async () => {
    await page.goto(address)
    await page.getByRole('tab', { name: 'Bookmarks' }).click()
  }

  await test.step('marks two moments', async () => {
    await open()
    await expect(panel.getByText(/Nobody else sees it/)).toBeVisible()
    await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState)).toBeGreaterThan(0)
    for (const [second, word] of [
      [31, 'the fix'],
      [12, 'the bug'],
    ] as const) {
      await video.evaluate((one: HTMLVideoElement, to) => {
        one.currentTime = to
      }, second)
      await panel.getByRole('textbox', { name: `Bookmark at 0:${second}` }).fill(word)
      await page.keyboard.press('Enter')
      await expect(panel.getByText(word)).toBeVisible()
    }
  })

  await test.step('finds them after a reload, in the order of the film, and goes to one', async () => {
    await open()
    await expect(panel.getByRole('listitem')).toHaveText([/0:12\s*the bug/, /0:31\s*the fix/])
    await panel
      .getByRole('button', { name: /the fix/ })
      .first()
      .click()
    await expect.poll(at).toBe(31)
  })

  await test.step('nobody else sees them', async () => {
    const context = await browser.newContext({ baseURL: site.url })
    const other = await context.newPage()
    await signIn(other, await site.login('viewer'))
    await other.goto(address)
    await other.getByRole('tab', { name: 'Bookmarks' }).click()
    await expect(other.getByText(/Nobody else sees it/)).toBeVisible()
    await context.close()
  })

  await test.step('removes one', async () => {
    await panel.getByRole('button', { name: 'Remove the bookmark at 0:31: the fix' }).click()
    await expect(panel.getByRole('listitem')).toHaveCount(1)
    // its button was removed, and the focus stays in place
    await expect(panel).toBeFocused()
  })
})
