import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { Done } from '#contract/shapes.ts'
import * as site from './site.ts'

/** Calls that every page makes. */
export const siteCalls = {
  csrfToken: {
    method: 'GET',
    path: '/api/csrf-token',
    actor: 'anyone',
    summary: 'Token for the X-CSRF-Token header of writes',
    replies: { 200: site.CsrfToken },
  },
  config: {
    method: 'GET',
    path: '/api/config',
    actor: 'anyone',
    summary: 'Public settings of this site',
    replies: { 200: site.SiteConfig },
  },
  chooseLanguage: {
    method: 'PUT',
    path: '/api/language',
    actor: 'anyone',
    summary: 'Remembers a language in this browser, and for whoever is signed in',
    body: site.ChosenLanguage,
    replies: { 200: Done },
  },
  siteText: {
    method: 'GET',
    path: '/api/site-text/:page',
    actor: 'anyone',
    summary: "The operator's text of a page: imprint, terms, privacy policy, FAQ, about, landing",
    params: z.strictObject({ page: site.TextName }),
    replies: { 200: site.SiteText },
  },
} as const satisfies Record<string, Call>
