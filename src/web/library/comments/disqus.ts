import { addPlace, type Embed, runScript, type Thread, within } from './embed.ts'

type DisqusConfig = {
  page: { url: string; identifier: string; title: string }
  language: string
  callbacks: { onReady: (() => void)[] }
}
type DisqusWindow = {
  disqus_config?: (this: DisqusConfig) => void
  DISQUS?: { reset(how: { reload: boolean; config: (this: DisqusConfig) => void }): void }
}

/**
 * Disqus (help.disqus.com, Universal Embed Code). It derives its theme from the colours around it, each time it is
 * drawn.
 */
export function disqus(shortname: string): Embed {
  const show = (thread: Thread) => {
    const disqusWindow = window as DisqusWindow
    addPlace(thread.place, 'disqus_thread')
    return within(
      new Promise<void>((resolve, reject) => {
        const config = configOf(thread, resolve)
        disqusWindow.disqus_config = config
        if (disqusWindow.DISQUS) return disqusWindow.DISQUS.reset({ reload: true, config })
        runScript(document.head, `https://${shortname}.disqus.com/embed.js`, {
          'data-timestamp': String(Date.now()),
        }).catch(reject)
      }),
    )
  }
  return {
    show,
    // the page's colours must be current before Disqus reads them
    changeTheme: (thread) =>
      void setTimeout(() =>
        (window as DisqusWindow).DISQUS?.reset({ reload: true, config: configOf(thread, () => undefined) }),
      ),
  }
}

function configOf({ address, videoId, title, language }: Thread, onReady: () => void) {
  return function config(this: DisqusConfig) {
    this.page.url = address
    this.page.identifier = videoId
    this.page.title = title
    this.language = language
    this.callbacks.onReady = [onReady]
  }
}
