import { makeAdminLink } from '#server/front/admin-link/make-admin-link.ts'
import { sellingSite } from './admin.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** A site for real visitors right after its first start: it has no accounts yet. */
export function createFreshSite(settings: Record<string, string> = {}): Promise<TestApp> {
  return createTestApp({
    settings: { ...sellingSite, RATE_LIMITS: '1000', ...settings },
  })
}

/** Returns the code of the link printed by the command line. */
export async function adminCode(
  { services }: Pick<TestApp, 'services'>,
  asked: { email?: string; again?: boolean; withoutTwoFactor?: boolean } = {},
): Promise<string> {
  const { database, clock, random, config } = services
  const outcome = await makeAdminLink(
    { database, clock, random, baseUrl: config.baseUrl },
    { email: null, again: false, withoutTwoFactor: false, ...asked },
  )
  if (outcome.kind !== 'link') throw new Error('there is an admin already')
  return new URL(outcome.url).searchParams.get('code') ?? ''
}

/** The form for creating the admin. */
export const someAdmin = { name: 'Grace Hopper', email: 'grace@example.org', password: 'notes on the engine' }

/** The same site with the texts of sent mails, which only a demo keeps. */
export function withMailTexts(site: TestApp): TestApp {
  const { services } = site
  return { ...site, services: { ...services, config: { ...services.config, demo: true } } }
}
