import { register } from './register.ts'
import { expect, signIn, test, untilStarted } from './site.ts'

test.use({ sharedSite: true })

test('a viewer narrows the listing down, shares it by its address, and gets back to where they were', async ({
  page,
}) => {
  await page.goto('/content')
  const total = page.getByText(/^Total: \d+ videos?, /)
  const all = Number((await total.textContent())?.match(/\d+/)?.[0])
  expect(all).toBeGreaterThanOrEqual(24)

  await test.step('filters by tag', async () => {
    const tags = page
      .getByRole('region', { name: 'Tag Filter' })
      .or(page.locator('section', { hasText: 'Tag Filter' }))
    await tags
      .first()
      .getByRole('button', { name: /^fundamentals/ })
      .click()
    await expect(page).toHaveURL(/[?&]tag=fundamentals/)
    await expect(page.getByText('Filter(s):')).toBeVisible()
    await expect.poll(async () => Number((await total.textContent())?.match(/\d+/)?.[0])).toBeLessThan(all)
  })

  await test.step('sorts by category and sees counts', async () => {
    await page.getByRole('button', { name: 'Category', exact: true }).click()
    await expect(page).toHaveURL(/[?&]sort=category/)
    await expect(page.getByText('Sorted by')).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: 'JavaScript' })).toBeVisible()
  })

  await test.step('finds the same in another tab', async () => {
    const filtered = await total.textContent()
    const other = await page.context().newPage()
    await other.goto(page.url())
    await expect(other.getByText(filtered ?? '')).toBeVisible()
    await other.close()
  })

  await test.step('opens a video and comes back to the filtered listing', async () => {
    const address = page.url()
    await page
      .getByRole('listitem')
      .getByRole('link')
      .filter({ hasText: /closure/i })
      .first()
      .click()
    await expect(page).toHaveURL(/\/content\/video\//)
    await page.goBack()
    await expect(page).toHaveURL(address)
  })

  await test.step('clears everything', async () => {
    await page.getByRole('button', { name: /^fundamentals.*remove this filter/ }).click()
    await expect.poll(async () => Number((await total.textContent())?.match(/\d+/)?.[0])).toBe(all)
  })
})

test('the search field obeys its keys @long', async ({ page }) => {
  await page.goto('/content?q=react')
  const search = page.getByRole('searchbox', { name: 'Search videos' })
  await expect(search).toHaveValue('react')
  await page.keyboard.press('Control+s')
  await expect(search).toBeFocused()
  await page.keyboard.type('zzqqy')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(search).toHaveValue('')
  await expect(search).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(search).not.toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Videos by publishing date')
  await page.goto('/pricing')
  await untilStarted(page)
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('react')
  await expect(page).toHaveURL(/\/content\?q=react/)
})

test('on a small screen the filters rise from below @long', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/content')
  await page.getByRole('button', { name: 'Filters' }).click()
  const panel = page.getByRole('dialog', { name: 'Filters' })
  await expect(panel).toBeVisible()
  await expect(page.locator('body')).toHaveClass(/modal-open/)
  await panel.getByRole('button', { name: /^fundamentals/ }).click()
  await panel.getByRole('button', { name: /^Show \d+ videos?/ }).click()
  await expect(panel).toBeHidden()
  await expect(page.locator('body')).not.toHaveClass(/modal-open/)
  await expect(page.getByText('Filter(s):')).toBeVisible()
})

// the demo's users may have open streams of other stories
const person = { name: 'Sina Seen', email: 'sina.seen@example.org', password: 'long enough to keep' }

test('a seen video is marked on its card, and a click unmarks it', async ({ page, site }) => {
  await register(page, site, person)
  await signIn(page, person)
  await page.goto('/content')
  const link = page.getByRole('link', { name: 'What a closure remembers' }).first()
  await link.click()
  await page.getByRole('button', { name: 'Play', exact: true }).first().click()
  await expect(page.getByRole('button', { name: 'Mark video as unseen' })).toBeVisible()
  await page.getByRole('link', { name: 'All videos' }).click()
  const marker = page
    .getByRole('button', { name: /^seen: What a closure remembers, click to mark as unseen/ })
    .first()
  await marker.click()
  await expect(marker).toBeHidden()
  await page.reload()
  await expect(link).toBeVisible()
  await expect(marker).toBeHidden()
})

test.describe(() => {
  test.use({ expectedComplaints: [/status of 404/] })

  test('an address that leads nowhere says so and leads on @long', async ({ page }) => {
    await page.goto('/content/nowhere/at/all')
    await expect(page.getByText('The given URL can not be found.')).toBeVisible()
    await page.getByRole('link', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/content$/)
    await page.goto('/login/')
    await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  })
})
