import { addPlace, type Embed, runScript, within } from './embed.ts'

/**
 * Isso (isso-comments.de): its script draws into the page. It has no themes; its content inherits the page's colours.
 */
export function isso(url: string): Embed {
  return {
    async show({ place, title, address, theme, language }) {
      const thread = addPlace(place, 'isso-thread', {
        'data-title': title,
        'data-isso-id': new URL(address).pathname,
        'data-theme': theme,
      })
      const drawn = within(firstChild(thread))
      drawn.catch(() => undefined)
      await runScript(place, `${url}js/embed.min.js`, {
        'data-isso': url,
        'data-isso-lang': language,
        'data-isso-default-lang': 'en',
      })
      await drawn
    },
    changeTheme: ({ place }, theme) => place.querySelector('#isso-thread')?.setAttribute('data-theme', theme),
  }
}

function firstChild(element: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect()
      resolve()
    })
    observer.observe(element, { childList: true })
  })
}
