import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, startSite, test, untilStarted } from './site.ts'

// A server that imitates Isso, which cannot be installed where these tests run. Its script also acts like a hostile
// one.

test('comments are loaded on request, and their script reaches no other page, whatever the navigation @long', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const service = await startService()
  const { site, stop } = await startSite({ COMMENTS_PROVIDER: 'isso', COMMENTS_URL: service.url })
  const own = await page.context().newPage()
  try {
    await own.goto(`${site.url}/content`)
    await own.locator('.video-card-link[href^="/content/video/"]').first().click()
    // the content has loaded: nothing moves under the pointer any more
    await expect(own.getByRole('heading', { name: 'How it begins' })).toBeVisible()
    await own.getByRole('tab', { name: 'Comments' }).click()
    await expect(own.getByText('The comments come from 127.0.0.1')).toBeVisible()
    await expect(own.getByText("The service's program then runs in this page.")).toBeVisible()
    expect(service.asked).toEqual([])
    await own.getByRole('button', { name: 'Load comments' }).click()
    await expect(own.getByText('The comments can not be loaded at the moment.')).toBeVisible()
    service.answer()
    await own.getByRole('button', { name: 'Try again' }).click()
    await expect(own.getByText(drawn)).toBeVisible()
    const first = new URL(own.url()).pathname
    // the script does see the events of its own page
    await expect.poll(() => service.heard).toContain(`token ${first}`)

    await test.step('a link leads to a login page that the script cannot read', async () => {
      const { email, password } = await site.login('viewer')
      await own.getByRole('banner').getByRole('link', { name: 'Login' }).click()
      await own.getByRole('textbox', { name: 'Email' }).pressSequentially(email)
      await own.getByLabel('Password', { exact: true }).pressSequentially(password)
      await own.getByRole('main').getByRole('button', { name: 'Login' }).click()
      await expect(own.getByRole('button', { name: 'Account menu' })).toBeVisible()
      await hearsOnly(own, [first])
    })

    await test.step('nor does a window that it opens tell it anything', async () => {
      await own.goto(site.url + first)
      await loadComments(own)
      const [opened, reached] = await Promise.all([
        own.waitForEvent('popup'),
        own.evaluate(async () => {
          const other = window.open('/account/password')
          await new Promise((wake) => setTimeout(wake, 1500))
          try {
            return other?.document.body.textContent ?? ''
          } catch {
            return ''
          }
        }),
      ])
      await expect(opened.getByText('Current password').first()).toBeVisible()
      expect(reached).not.toContain('password')
      await opened.close()
    })

    await test.step('nor can another video in a window that it opens, once that goes to a page with a password', async () => {
      const stranger = await own.context().browser()?.newContext()
      const theirs = await stranger?.newPage()
      if (!stranger || !theirs) throw new Error('there is no browser')
      await theirs.goto(site.url + first)
      await loadComments(theirs)
      const [opened] = await Promise.all([
        theirs.waitForEvent('popup'),
        theirs.evaluate(() => void Object.assign(window, { other: window.open(location.pathname) })),
      ])
      await opened.getByRole('banner').getByRole('link', { name: 'Login' }).click()
      await opened.getByLabel('Password', { exact: true }).fill('typed in private')
      const reached = await theirs.evaluate(() => {
        try {
          const { other } = window as unknown as { other: Window }
          return [...other.document.querySelectorAll('input')].map(({ value }) => value)
        } catch {
          return []
        }
      })
      expect(reached).not.toContain('typed in private')
      // a window of the service itself can still answer, such as one for signing in
      const answer = await theirs.evaluate(
        (address) =>
          new Promise((resolve) => {
            addEventListener('message', ({ data }) => resolve(data))
            window.open(address)
          }),
        `${service.url}sign-in`,
      )
      expect(answer).toBe('signed in')
      await stranger.close()
    })

    await test.step('nor does the way back', async () => {
      await own.goto(`${site.url}/content`)
      // from page to page in one document
      await untilStarted(own)
      await own.locator(`.video-card-link[href="${first}"]`).first().click()
      await loadComments(own)
      await own.goBack()
      await expect(own).toHaveURL(`${site.url}/content`)
      await expect(own.locator('.video-card-link').first()).toBeVisible()
      await hearsOnly(own, [first])
      await own.goForward()
      await expect(own.getByText(drawn)).toBeVisible()
    })

    await test.step('nor do logging out, the way back to the login page, and a script that leads there itself', async () => {
      const { email, password } = await site.login('viewer')
      const logIn = async () => {
        await own.getByRole('textbox', { name: 'Email' }).pressSequentially(email)
        await own.getByLabel('Password', { exact: true }).pressSequentially(password)
        await hearsOnly(own, [first])
        await own.getByRole('main').getByRole('button', { name: 'Login' }).click()
        await expect(own.getByRole('button', { name: 'Account menu' })).toBeVisible()
      }
      const toLogin = async () => {
        await expect(own).toHaveURL(/\/login/)
        await own.getByLabel('Password', { exact: true }).waitFor()
      }
      await own.getByRole('button', { name: 'Account menu' }).click()
      await own.getByRole('menuitem', { name: 'Logout' }).click()
      await expect(own).toHaveURL(`${site.url}/`)
      await hearsOnly(own, [first])

      await own.getByRole('banner').getByRole('link', { name: 'Login' }).click()
      await toLogin()
      await own.locator('header a[href="/content"]').first().click()
      await own.locator(`.video-card-link[href="${first}"]`).first().click()
      await loadComments(own)
      await own.evaluate(() => history.go(-2))
      await toLogin()
      await logIn()

      await own.goto(site.url + first)
      await loadComments(own)
      await own.getByRole('button', { name: 'Account menu' }).click()
      await own.getByRole('menuitem', { name: 'Logout' }).click()
      await expect(own).toHaveURL(`${site.url}/`)
      await own.goto(site.url + first)
      await loadComments(own)
      await own.evaluate(() => {
        history.pushState({ idx: 7 }, '', '/login')
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
      })
      await toLogin()
      // until the document is loaded it sees its own page with another URL
      service.heard.length = 0
      await logIn()
      await own.goto(site.url + first)
      await loadComments(own)
    })

    await test.step('a playing film continues in the document in which the comments are loaded', async () => {
      await own.goto(`${site.url}/content`)
      await own.locator(`.video-card-link[href="${first}"]`).first().click()
      await play(own)
      await own.locator('video').evaluate((film: HTMLVideoElement) => {
        film.currentTime = 4
      })
      await loadComments(own)
      await expect
        .poll(() =>
          own.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime >= 4 && !film.paused),
        )
        .toBe(true)
      expect(new URL(own.url()).search).toBe('')
    })

    await test.step('the next film opens automatically, in a document of its own', async () => {
      await play(own)
      await own
        .getByRole('navigation', { name: 'Previous and next video' })
        .getByRole('button', { name: 'Next' })
        .click()
      await plays(own, first)
      const second = new URL(own.url()).pathname
      await hearsOnly(own, [first])
      await loadComments(own)
      await own.getByRole('tab', { name: 'Info' }).click()
      await own.getByRole('checkbox', { name: 'Autoplay' }).check()
      await own.locator('video').evaluate(async (film: HTMLVideoElement) => {
        film.currentTime = film.duration - 0.3
        await film.play()
      })
      await plays(own, second)
      await hearsOnly(own, [first, second])
    })
  } finally {
    await stop()
    service.close()
  }

  /** Types text, and gives the script's requests time to be answered: it sees its own pages only. */
  async function hearsOnly(here: Page, paths: readonly string[]) {
    await here.keyboard.press('Shift')
    await here.waitForTimeout(600)
    expect(service.heard.filter((what) => !paths.some((path) => what.endsWith(` ${path}`)))).toEqual([])
  }
})

const drawn = 'Two comments, drawn by the service'

async function loadComments(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Comments' }).click()
  await page.getByRole('button', { name: 'Load comments' }).click()
  await expect(page.getByText(drawn)).toBeVisible()
}

async function play(page: Page): Promise<void> {
  await page.locator('video').evaluate((film: HTMLVideoElement) => film.play())
}

/** Another film than that of the path is open, and plays; its address is one that can be passed on. */
async function plays(page: Page, before: string): Promise<void> {
  await expect(page).not.toHaveURL(new RegExp(before), { timeout: 15_000 })
  await expect
    .poll(() =>
      page.locator('video').evaluate((film: HTMLVideoElement) => film.readyState > 2 && !film.paused),
    )
    .toBe(true)
  expect(new URL(page.url()).search).toBe('')
}

async function startService() {
  const asked: string[] = []
  const heard: string[] = []
  let away = true
  const server = createServer((request, reply) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://service')
    if (pathname === '/heard') {
      heard.push(searchParams.get('what') ?? '')
      return reply.writeHead(204).end()
    }
    if (pathname === '/sign-in')
      return reply
        .writeHead(200, { 'content-type': 'text/html' })
        .end("<script>opener.postMessage('signed in', '*')</script>")
    asked.push(pathname)
    if (away) return reply.writeHead(503).end()
    return reply.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
  })
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', () => up()))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const script = `
    document.getElementById('isso-thread').append('${drawn}')
    const tell = (what) => { new Image().src = '${url}heard?what=' + encodeURIComponent(what + ' ' + location.pathname) }
    addEventListener('keydown', () => tell('key'), true)
    setInterval(async () => {
      const reply = await fetch('/api/csrf-token')
      if (reply.ok && 'token' in await reply.json()) tell('token')
    }, 150)`
  const answer = () => {
    away = false
  }
  return { url, asked, heard, answer, close: () => server.close() }
}
