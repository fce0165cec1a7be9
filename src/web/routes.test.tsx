import { describe, expect, test } from 'vitest'
import { pages } from '#contract/pages.ts'
import { routeAt, routes } from './routes.tsx'

describe('the routes', () => {
  test('are the pages of the contract, with one for the desk', () => {
    expect(routes.map(({ path }) => path)).toEqual([
      ...Object.values(pages).map(({ path }) => path),
      '/admin/*',
    ])
  })

  test.each([
    ['/', 'landing'],
    ['/content', 'content'],
    ['/content/', 'content'],
    ['/content/category/testing/tdd', 'category'],
    ['/content/video/closures', 'video'],
    ['/login', 'login'],
    ['/login/', 'login'],
    ['/confirm-contact', 'confirmContact'],
    ['/confirm-contact/success', 'confirmContactSuccess'],
    ['/privacy-policy', 'privacyPolicy'],
    ['/admin', 'desk'],
    ['/admin/library/film/closures', 'desk'],
  ])('%s is the page %s', (address, name) => {
    expect(routeAt(address)?.name).toBe(name)
  })

  test.each(['/nowhere', '/content/video', '/content/video/a/b', '/login/x', '/account/nowhere'])(
    '%s leads nowhere',
    (address) => {
      expect(routeAt(address)).toBeUndefined()
    },
  )

  test('listing and category are one component, which stays when one moves between them', () => {
    expect(routeAt('/content')?.page).toBe(routeAt('/content/category/css')?.page)
    expect(routeAt('/content')?.page).not.toBe(routeAt('/faq')?.page)
  })

  test.each(['/faq', '/imprint'])('a page whose code was preloaded is shown at once: %s', async (address) => {
    const page = routeAt(address)?.page
    expect(page?.loaded()).toBeUndefined()
    await page?.preload()
    expect(page?.loaded()).toBeTypeOf('function')
  })
})
