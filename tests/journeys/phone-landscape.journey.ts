import { expect, test } from './site.ts'

test.use({
  sharedSite: true,
  viewport: { width: 844, height: 390 },
  isMobile: true,
  hasTouch: true,
})

test('on a phone in landscape a film fills the screen, two taps jump 10 seconds, a chapter is chosen, and a finger finds a moment @long', async ({
  page,
}) => {
  const { videos } = await (await page.request.get('/api/videos')).json()
  const film = videos.find(
    (one: { free: boolean; durationSeconds: number }) => one.free && one.durationSeconds > 30,
  )
  await page.goto(`/content/video/${film.id}`)
  const video = page.locator('video')
  const at = () => video.evaluate((one: HTMLVideoElement) => one.currentTime)
  const player = page.getByRole('region', { name: /^Video player/ })
  const touches = await page.context().newCDPSession(page)

  await test.step('it fills the screen when it plays', async () => {
    await player.getByRole('button', { name: 'Play', exact: true }).first().tap()
    await expect.poll(at).toBeGreaterThan(0)
    // browsers scroll by whole pixels
    const place = async () => Object.values((await player.boundingBox()) ?? {}).map(Math.round)
    await expect.poll(place).toEqual([0, 0, 844, 390])
    await video.evaluate((one: HTMLVideoElement) => one.pause())
  })

  await test.step('two taps on the right go on 10 seconds, on the left back', async () => {
    await video.evaluate((one: HTMLVideoElement) => {
      one.currentTime = 12
    })
    // sent together: on a busy machine the second would be too late for a double tap
    const twice = (x: number) =>
      Promise.all(
        (['touchStart', 'touchEnd', 'touchStart', 'touchEnd'] as const).map((type) =>
          touches.send('Input.dispatchTouchEvent', {
            type,
            touchPoints: type === 'touchEnd' ? [] : [{ x, y: 150 }],
          }),
        ),
      )
    await twice(750)
    await expect.poll(at).toBe(22)
    await expect(player.getByText('10 s forward')).toBeVisible()
    await twice(90)
    await expect.poll(at).toBe(12)
    await expect(player.getByText('10 s back')).toBeVisible()
  })

  await test.step('a chapter is chosen by a tap', async () => {
    await page.waitForTimeout(400)
    const chapters = player.getByRole('button', { name: /^Chapters/ })
    if (!(await player.locator('.player-bar[data-visible]').count())) await page.touchscreen.tap(420, 150)
    await chapters.tap()
    await page.getByRole('menuitem').nth(1).tap()
    const { chapters: known } = await (await page.request.get(`/api/video/${film.id}/preview`)).json()
    await expect.poll(at).toBe(known[1].startSeconds)
  })

  await test.step('a finger on the time line shows the picture at its position, and seeks there', async () => {
    const bar = await player.locator('.seeker').boundingBox()
    if (!bar) throw new Error('there is no time line')
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
      touches.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: bar.x + bar.width * part, y: bar.y + bar.height / 2 }],
      })
    await finger('touchStart', 0.1)
    await finger('touchMove', 0.3)
    await finger('touchMove', 0.5)
    await expect(player.locator('.seeker-preview')).toHaveCSS('opacity', '1')
    await expect(player.locator('.seeker-picture > img')).toBeVisible()
    await finger('touchEnd', 0.5)
    await expect(player.locator('.seeker-preview')).toHaveCSS('opacity', '0')
    const middle = film.durationSeconds / 2
    await expect.poll(async () => Math.abs((await at()) - middle)).toBeLessThan(2)
  })
})
