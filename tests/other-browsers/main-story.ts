import { expect, siteTest } from '../journeys/site.ts'
import type { Driver } from './driver.ts'
import { personAt } from './person.ts'

/** The main story in a browser that Playwright does not drive: browse, register, confirm, watch, favour. */
export function tellMainStory(open: () => Promise<Driver>): void {
  siteTest('a stranger browses, registers, confirms, watches and favours', async ({ site }, info) => {
    const driver = await open()
    const at = personAt(driver, site.url)
    const { step } = siteTest
    const email = 'grace.hopper@example.org'
    const password = 'a moth in relay seventy'
    try {
      await step('browses and searches', async () => {
        await at.visit('/')
        await at.clickOn({ role: 'link', name: 'Continue to content' })
        await at.sees({ role: 'heading', name: 'Videos by publishing date' })
        await at.press('s', 'Control')
        await at.type('genrators')
        await at.sees({ role: 'heading', name: /^Videos matching .genrators.$/ })
        await at.clickOn({ role: 'link', name: /^Generators: work that waits/ })
        await at.sees({ text: 'Please log in to view the video' })
      })
      const film = await at.path()

      await step('registers and confirms', async () => {
        await at.visit('/register')
        await at.fill({ label: 'Full name' }, 'Grace Hopper')
        await at.fill({ role: 'textbox', name: 'Email' }, email)
        await at.fill({ label: 'Password' }, password)
        await at.fill({ label: 'Confirm password' }, password)
        await at.clickOn({ role: 'checkbox', name: /terms/i })
        await at.clickOn({ role: 'button', name: 'Register' })
        await at.sees({ text: /^Please click on the link in the message we sent/ })
        const { text } = await site.mailTo(email)
        const link = /https?:\S+\/confirm-contact\S+/.exec(text)?.[0]
        await at.visit(new URL(link ?? '').pathname + new URL(link ?? '').search)
        await at.clickOn({ role: 'button', name: 'Confirm' })
        await at.sees({ text: `The contact ${email} has been successfully confirmed!` })
      })

      await step('is signed in and watches', async () => {
        await at.sees({ role: 'button', name: 'Account menu' })
        await at.visit(film)
        await at.clickOn({ role: 'button', name: 'Play' })
        await at.reads("document.querySelector('video')?.currentTime ?? 0").toBeGreaterThan(2)
        await at.reads("document.querySelectorAll('.player-captions span').length").toBeGreaterThan(0)
        await at.sees({ role: 'button', name: 'Mark video as unseen' })
      })

      await step('favours it, and finds that and its second again', async () => {
        await at.clickOn({ role: 'button', name: 'Favourite' })
        const favoured = "document.querySelector('button[aria-pressed=true]')?.textContent ?? ''"
        await at.reads(favoured).toContain('Favourite')
        await at.reads("document.querySelector('video')?.currentTime ?? 0").toBeGreaterThan(5)
        await at.press('k')
        await at.reads("document.querySelector('video')?.paused").toBe(true)
        await at.visit(film)
        await at.reads(favoured).toContain('Favourite')
        await at.reads("document.querySelector('video')?.currentTime ?? 0").toBeGreaterThan(4)
      })

      await step('logs out', async () => {
        await at.clickOn({ role: 'button', name: 'Account menu' })
        await at.clickOn({ role: 'menuitem', name: 'Logout' })
        await at.sees({ role: 'link', name: 'Login' })
        await at.visit(film)
        await at.sees({ text: 'Please log in to view the video' })
      })
      expect(driver.complaints()).toEqual([])
    } catch (error) {
      await info.attach('what was shown', {
        body: Buffer.from(await driver.screenshot()),
        contentType: 'image/png',
      })
      throw error
    } finally {
      await driver.close()
    }
  })
}
