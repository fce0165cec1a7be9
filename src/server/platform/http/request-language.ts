import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLanguage, type Language, preferredLanguage } from '#domain/language.ts'
import { overwriteServerAsyncLocalStorage } from '#messages/generated/runtime.js'
import type { Config } from '#server/platform/config/config.ts'
import { readCookie, writeCookie } from './cookies.ts'

/** All messages created in this context are in this language. */
type Spoken = { readonly locale?: Language }

const speaking = new AsyncLocalStorage<Spoken>()
overwriteServerAsyncLocalStorage(speaking)

/**
 * Sets the language of each request's replies: that of the request (`?lang`, or the screens' header `X-Language`), else
 * the browser's stored choice, else the account's, else that of Accept-Language.
 */
export function registerRequestLanguage(app: FastifyInstance, config: Config): void {
  app.decorateRequest('language', 'en')
  app.decorateRequest('languageChosen', false)
  app.addHook('onRequest', (request, _reply, next) => {
    const chosen = chosenLanguage(request, languageInQuery(request.query), config)
    request.languageChosen = chosen !== undefined
    request.language = chosen ?? languageWished(request)
    speaking.run(new SpokenFor(request), next)
  })
  // reading the body continues in the connection's async context
  app.addHook('preValidation', (request, _reply, next) => speaking.run(new SpokenFor(request), next))
}

/** Returns the language of the request's address or header, or the browser's stored choice. */
export function chosenLanguage(
  { headers }: Pick<FastifyRequest, 'headers'>,
  inAddress: Language | undefined,
  config: Config,
): Language | undefined {
  const asked = inAddress ?? headers['x-language']
  const kept = isLanguage(asked) ? asked : readCookie({ headers }, config, 'language')
  return isLanguage(kept) ? kept : undefined
}

/** Returns the language of Accept-Language. Cached, because browsers send few different values. */
export function languageWished({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  const wish = headers['accept-language'] ?? ''
  const known = wishes.get(wish)
  if (known) return known
  const wished = preferredLanguage(wish)
  if (wishes.size < 200 && wish.length < 200) wishes.set(wish, wished)
  return wished
}

const wishes = new Map<string, Language>()

/** Runs `make` with all its messages in a language. */
export function inLanguage<Made>(locale: Language, make: () => Made): Made {
  return speaking.run({ locale }, make)
}

/** Returns the language in the query; undefined for several. */
export function languageInQuery(query: unknown): Language | undefined {
  const { lang } = (query ?? {}) as { lang?: unknown }
  return isLanguage(lang) ? lang : undefined
}

/** The same for an unparsed query: the part after the path. */
export function languageInSearch(search: string): Language | undefined {
  if (search === '') return undefined
  const asked = new URLSearchParams(search).getAll('lang')
  return asked.length === 1 && isLanguage(asked[0]) ? asked[0] : undefined
}

/** Once the viewer is known: the account's language, unless another was chosen. */
export function speakLanguageOf(
  request: FastifyRequest,
  viewer: { readonly language: Language } | undefined,
) {
  if (viewer && !request.languageChosen) request.language = viewer.language
}

/** Stores the chosen language in this browser. */
export function keepLanguage(reply: FastifyReply, config: Config, language: Language): void {
  writeCookie(reply, config, 'language', language, { maxAgeSeconds: yearSeconds })
}

const yearSeconds = 365 * 86_400

/**
 * Follows the request, whose language may change once the viewer is known. A class, because V8 creates getters of
 * object literals one by one.
 */
class SpokenFor implements Spoken {
  readonly #request: FastifyRequest
  constructor(request: FastifyRequest) {
    this.#request = request
  }
  get locale(): Language {
    return this.#request.language
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of the reply. */
    language: Language
    /** It was requested or chosen in this browser, so the account's is ignored. */
    languageChosen: boolean
  }
}
