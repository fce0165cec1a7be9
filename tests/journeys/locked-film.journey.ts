import { expect, test } from './site.ts'

test.use({ sharedSite: true })

test('a visitor opens a locked film, sees why and its content, starts the trial, and finally plays that film', async ({
  page,
  site,
}) => {
  const email = 'lena.locked@example.org'
  const password = 'long enough to keep'
  const { videos } = await (await page.request.get('/api/videos')).json()
  const { series } = await (await page.request.get('/api/series')).json()
  const taught = new Set<string>(series.flatMap(({ videoIds }: { videoIds: string[] }) => videoIds))
  const film = videos.find(({ id, free }: { id: string; free: boolean }) => !free && taught.has(id))
  const address = `/content/video/${film.id}`

  await test.step('sees why it is locked, and what it contains', async () => {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Please log in to view the video' })).toBeVisible()
    const preview = await (await page.request.get(`/api/video/${film.id}/preview`)).json()
    const said = preview.beginnings.find(({ srclang }: { srclang: string }) => srclang === 'en')
    await expect(page.getByRole('blockquote')).toHaveText(said.text)
    expect(said.text.split(' ').length).toBeLessThanOrEqual(41)
    for (const { title } of preview.chapters)
      await expect(page.locator('.film-preview').getByText(title)).toBeVisible()
    await expect(
      page
        .getByRole('region', { name: /^Series: / })
        .getByRole('link')
        .nth(1),
    ).toBeVisible()
    await expect(page.getByText(/a month for one user, including VAT/)).toBeVisible()
  })

  await test.step('starts the trial', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Start free trial' }).click()
    await page.getByLabel('Full name').fill('Lena Locked')
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('checkbox', { name: /terms/i }).check()
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByText(/Please click on the link in the message we sent/)).toBeVisible()
    const { text } = await site.mailTo(email)
    await page.goto(/http\S+confirm-contact\S+/.exec(text)?.[0].replace(/^https?:\/\/[^/]+/, '') ?? '')
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page.getByText('Your free trial has started.')).toBeVisible()
  })

  await test.step('is signed in and back at the film, which plays', async () => {
    await page.getByRole('link', { name: 'Continue where you left off' }).click()
    await expect(page).toHaveURL(new RegExp(`${address}$`))
    await page.getByRole('button', { name: 'Play', exact: true }).first().click()
    const video = page.locator('video')
    await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(1)
  })
})
