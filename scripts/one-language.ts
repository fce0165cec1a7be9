import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import type { Plugin } from 'vite'
import { isLanguage, type Language, preferredLanguage } from '../src/domain/language.ts'

/**
 * Reduces the compiled messages, which contain all languages, to one, so that browsers load no others. Without a
 * language, for `npm run dev`, all stay and the document's `lang` decides.
 */
export function oneLanguage(language?: Language): Plugin[] {
  return language ? [builtIn(language)] : [languageOfDocument()]
}

function builtIn(language: Language): Plugin {
  let changed = 0
  return {
    name: 'one-language',
    load(id) {
      if (isRuntime(id)) return `export const getLocale = () => '${language}'`
      if (!/\/src\/messages\/generated\/messages\/(?!_index\.)[^/]+\.js$/.test(id)) return undefined
      // all are asked for at once: together they would be more than a process may open in some containers
      const code = readFileSync(id, 'utf8')
      const alone = code.replace(choice, `$<exported>const $<name> = ${language}_$<name>`)
      if (alone === code) this.error(`scripts/one-language.ts does not find where ${id} chooses its language`)
      changed++
      return alone.replace(/^import .* from '\.\.\/runtime\.js';$/m, '')
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => inLanguage(html, language),
    },
    generateBundle: {
      // after the document has been written
      order: 'post',
      handler(_, bundle) {
        if (changed === 0) this.error('No messages are found: the screens would have no text.')
        // the build for rendering documents has no assets
        if (this.environment.config.build.ssr) return
        const document = bundle['index.html']
        if (!document) this.error('The document is not found.')
        document.fileName = `index.${language}.html`
      },
    },
  }
}

/** The expression that selects a message's language, as written by Paraglide. */
const choice =
  /^(?<exported>export )?const (?<name>\w+) = .*\n\tconst locale = experimentalStaticLocale [\s\S]*?\n\}\);/m

function isRuntime(id: string): boolean {
  return id.endsWith('/src/messages/generated/runtime.js')
}

function inLanguage(html: string, language: Language): string {
  return html.replace('<html lang="en">', `<html lang="${language}">`)
}

/** During development Vite serves the documents: `?lang`, the cookie and the browser decide, as on the server. */
function languageOfDocument(): Plugin {
  let language: Language = 'en'
  return {
    name: 'language-of-document',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (request.headers.accept?.includes('text/html')) language = languageOf(request)
        next()
      })
    },
    load(id) {
      if (!isRuntime(id)) return undefined
      return `export const experimentalStaticLocale = document.documentElement.lang
export const getLocale = () => experimentalStaticLocale`
    },
    transformIndexHtml: (html) => inLanguage(html, language),
  }
}

function languageOf({ url = '', headers }: IncomingMessage): Language {
  const asked = new URL(url, 'http://localhost').searchParams.get('lang')
  const kept = /(?:^|; )lectern-language=(\w+)/.exec(headers.cookie ?? '')?.[1]
  return [asked, kept].find(isLanguage) ?? preferredLanguage(headers['accept-language'])
}
