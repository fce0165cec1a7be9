import { expectAccessibleInTurn } from './expect-accessible.ts'
import { contextAs } from './screens.ts'
import { expect, test } from './site.ts'

test('the admin makes a category and a draft, changes it in two tabs, and publishes; a visitor sees it', async ({
  browser,
  site,
}) => {
  test.setTimeout(240_000)
  const context = await contextAs(browser, site, 'admin', { baseURL: site.url })
  const page = await context.newPage()
  await page.goto('/admin/library/categories')
  await page.getByRole('button', { name: 'New category' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Night school')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByRole('main').getByRole('button', { name: 'Night school', exact: true }),
  ).toBeVisible()
  await expectAccessibleInTurn(page, 'categories')

  await test.step('begins a film, and writes of it', async () => {
    await page
      .getByRole('navigation', { name: 'Admin' })
      .getByRole('link', { name: 'Videos', exact: true })
      .click()
    await page.getByRole('button', { name: 'New video' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Title').fill('Evening counters')
    await dialog.getByLabel('Category').selectOption({ label: 'Night school' })
    await dialog.getByRole('button', { name: 'New video' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Evening counters' })).toBeVisible()
    await page.getByLabel('Description').fill('Counters **after dark**.')
    await page.getByLabel('Tags').fill('evening,')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The changes were saved.')).toBeVisible()
    await expectAccessibleInTurn(page, 'the page of a film')
  })

  await test.step('two tabs change its title: the second sees both, and decides', async () => {
    const other = await context.newPage()
    await other.goto(page.url())
    await other.getByLabel('Title').fill('Evening counters, theirs')
    await other.getByRole('button', { name: 'Save' }).click()
    await expect(other.getByText('The changes were saved.')).toBeVisible()
    await other.close()
    await page.getByLabel('Title').fill('Evening counters, mine')
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Somebody else has saved this meanwhile' })
    await expect(dialog.getByRole('row', { name: 'Title' })).toContainText('Evening counters, theirs')
    await expectAccessibleInTurn(page, 'a conflict')
    await dialog.getByRole('button', { name: 'Save mine' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Evening counters, mine' })).toBeVisible()
  })

  await test.step('a draft without a film is refused in plain words', async () => {
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Upload the file of the video before you publish it.')).toBeVisible()
  })

  await test.step('a film that is published with another title is there for a visitor', async () => {
    const { videos } = (await (await fetch(`${site.url}/api/videos`)).json()) as { videos: { id: string }[] }
    await page.goto(`/admin/library/film/${videos[0]?.id}`)
    await page.getByRole('button', { name: 'Back to draft' }).click()
    await expect(page.getByText('Draft', { exact: true })).toBeVisible()
    await expect.poll(() => titles(site.url)).toHaveLength(videos.length - 1)
    await page.getByLabel('Title').fill('Taught in the evening')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Published', { exact: true })).toBeVisible()
    await expect.poll(() => titles(site.url)).toContain('Taught in the evening')
    const visitor = await browser.newPage({ baseURL: site.url })
    await visitor.goto(`/content/video/${videos[0]?.id}`)
    await expect(visitor.getByRole('heading', { level: 1, name: 'Taught in the evening' })).toBeVisible()
    await visitor.close()
  })
  await context.close()
})

async function titles(origin: string): Promise<readonly string[]> {
  const { videos } = (await (await fetch(`${origin}/api/videos`)).json()) as { videos: { title: string }[] }
  return videos.map(({ title }) => title)
}
