import { addPlace, type Embed, runScript, type Thread, within } from './embed.ts'

type Remark42 = {
  createInstance(config: unknown): unknown
  changeTheme(theme: Thread['theme']): void
  destroy(): void
}
type RemarkWindow = { remark_config?: object; REMARK42?: Remark42 }

/** Remark42 (remark42.com, Frontend Configuration): its script adds a frame. */
export function remark42(url: string, site: string): Embed {
  const remarkWindow = window as RemarkWindow
  return {
    async show({ place, title, address, theme, language }) {
      const node = addPlace(place, 'remark42')
      const config = {
        host: url.replace(/\/$/, ''),
        site_id: site,
        url: address,
        page_title: title,
        components: ['embed'],
        theme,
        locale: language,
      }
      if (remarkWindow.REMARK42) {
        remarkWindow.REMARK42.createInstance({ ...config, node })
        return
      }
      remarkWindow.remark_config = config
      const ready = within(once('REMARK42::ready'))
      ready.catch(() => undefined)
      await runScript(document.head, `${url}web/embed.js`)
      await ready
    },
    changeTheme: (_, theme) => remarkWindow.REMARK42?.changeTheme(theme),
    remove: () => remarkWindow.REMARK42?.destroy(),
  }
}

function once(name: string): Promise<void> {
  return new Promise((resolve) => addEventListener(name, () => resolve(), { once: true }))
}
