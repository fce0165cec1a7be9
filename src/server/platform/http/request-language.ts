import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLanguage, type Language, preferredLanguage } from '#domain/language.ts'
import { overwriteServerAsyncLocalStorage } from '#messages/generated/runtime.js'
import type { Config } from '#server/platform/config/config.ts'
import { readCookie, writeCookie } from './cookies.ts'

/** All messages that are made meanwhile are in this language. */
type Spoken = { readonly locale?: Language }

const speaking = new AsyncLocalStorage<Spoken>()
overwriteServerAsyncLocalStorage(speaking)

/**
 * Gives every request the language of its replies: the one that it asks for itself (`?lang`, or the screens' header
 * `X-Language`), else the one that was chosen in this browser, else the account's, else what the browser likes best.
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
  // what reads the body goes on in the connection's context
  app.addHook('preValidation', (request, _reply, next) => speaking.run(new SpokenFor(request), next))
}

/** The language that somebody asks for, in the address or by the screens' header, or has chosen in this browser. */
export function chosenLanguage(
  { headers }: Pick<FastifyRequest, 'headers'>,
  inAddress: Language | undefined,
  config: Config,
): Language | undefined {
  const asked = inAddress ?? headers['x-language']
  const kept = isLanguage(asked) ? asked : readCookie({ headers }, config, 'language')
  return isLanguage(kept) ? kept : undefined
}

/** The language that the browser likes best. Browsers send the same few words over and over. */
export function languageWished({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  const wish = headers['accept-language'] ?? ''
  const known = wishes.get(wish)
  if (known) return known
  const wished = preferredLanguage(wish)
  if (wishes.size < 200 && wish.length < 200) wishes.set(wish, wished)
  return wished
}

const wishes = new Map<string, Language>()

/** Makes texts in a language, wherever they are made. */
export function inLanguage<Made>(locale: Language, make: () => Made): Made {
  return speaking.run({ locale }, make)
}

/** The language that the address itself asks for, by its query; of several asked for, none. */
export function languageInQuery(query: unknown): Language | undefined {
  const { lang } = (query ?? {}) as { lang?: unknown }
  return isLanguage(lang) ? lang : undefined
}

/** The same of an address whose query nobody has read yet: what follows its path. */
export function languageInSearch(search: string): Language | undefined {
  if (search === '') return undefined
  const asked = new URLSearchParams(search).getAll('lang')
  return asked.length === 1 && isLanguage(asked[0]) ? asked[0] : undefined
}

/** Once it is known who asks: their account's language, where nothing was chosen. */
export function speakLanguageOf(
  request: FastifyRequest,
  viewer: { readonly language: Language } | undefined,
) {
  if (viewer && !request.languageChosen) request.language = viewer.language
}

/** Remembers in this browser which language somebody chose. */
export function keepLanguage(reply: FastifyReply, config: Config, language: Language): void {
  writeCookie(reply, config, 'language', language, { maxAgeSeconds: yearSeconds })
}

const yearSeconds = 365 * 86_400

/** Follows the request, whose language may change once it is known who asks. A class, since V8 makes getters one by one elsewhere. */
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
    /** It was asked for or chosen in this browser, so the account's does not matter. */
    languageChosen: boolean
  }
}
