import { giscusRepository } from '#domain/comments.ts'
import { type Embed, runScript, within } from './embed.ts'

const origin = 'https://giscus.app'

/** giscus (giscus.app): its script adds a frame, which communicates by messages. */
export function giscus(site: string): Embed {
  return {
    async show({ place, videoId, theme, language }) {
      const { repository, repositoryId, category, categoryId } = giscusRepository(site) ?? {}
      place.classList.add('giscus')
      const spoken = within(firstWord())
      // avoids an unhandled rejection before it is awaited below
      spoken.catch(() => undefined)
      await runScript(place, `${origin}/client.js`, {
        'data-repo': repository ?? '',
        'data-repo-id': repositoryId ?? '',
        'data-category': category ?? '',
        'data-category-id': categoryId ?? '',
        'data-mapping': 'specific',
        'data-term': videoId,
        'data-strict': '1',
        'data-reactions-enabled': '1',
        'data-input-position': 'top',
        'data-theme': theme,
        'data-lang': language,
        crossorigin: 'anonymous',
      })
      await spoken
    },
    changeTheme: ({ place }, theme) =>
      place
        .querySelector<HTMLIFrameElement>('iframe.giscus-frame')
        ?.contentWindow?.postMessage({ giscus: { setConfig: { theme } } }, origin),
  }
}

/** Waits for the frame's first message. A missing discussion is no failure: there are no comments yet. */
function firstWord(): Promise<void> {
  return new Promise((resolve, reject) => {
    const hear = ({ origin: from, data }: MessageEvent) => {
      if (from !== origin || typeof data !== 'object' || data === null || !('giscus' in data)) return
      removeEventListener('message', hear)
      const { error } = data.giscus as { error?: string }
      if (error === undefined || error.includes('Discussion not found')) resolve()
      else reject(new Error(error))
    }
    addEventListener('message', hear)
  })
}
