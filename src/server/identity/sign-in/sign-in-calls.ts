import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { addPasskey, startPasskey } from '#server/identity/passkeys/passkey-add.ts'
import { removePasskey, renamePasskey } from '#server/identity/passkeys/passkey-change.ts'
import { endSession } from '#server/identity/sessions/sessions.ts'
import { confirmTotp, startTotp } from '#server/identity/two-factor/totp-setup.ts'
import { removeTotp, renewRecoveryCodes } from '#server/identity/two-factor/two-factor-change.ts'
import { readSignInMethods } from '#server/identity/two-factor/two-factor-methods.ts'
import { route } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import { login } from './login.ts'
import { signInWithPasskey, startPasskeySignIn } from './passkey-sign-in.ts'
import { signInWithCode } from './two-factor-sign-in.ts'

/** Registers the calls for signing in and out. */
export function registerSignInCalls(app: FastifyInstance, services: Services): void {
  route(app, calls.login, (context) => login(services, context))
  route(app, calls.logout, async (browser) => {
    await endSession(services, browser)
    return { status: 200, body: { status: 'ok' } } as const
  })
}

/** Second factors and passkeys: sign-in and set-up. */
export function registerTwoFactorCalls(app: FastifyInstance, services: Services): void {
  route(app, calls.secondFactor, (context) => signInWithCode(services, context))
  route(app, calls.startPasskeySignIn, (context) => startPasskeySignIn(services, context))
  route(app, calls.signInWithPasskey, (context) => signInWithPasskey(services, context))

  route(app, calls.signInMethods, async ({ viewer }) => ({
    status: 200,
    body: await readSignInMethods(services.database.db, viewer.userId),
  }))
  route(app, calls.startTotp, (context) => startTotp(services, context))
  route(app, calls.confirmTotp, (context) => confirmTotp(services, context))
  route(app, calls.removeTotp, (context) => removeTotp(services, context))
  route(app, calls.renewRecoveryCodes, (context) => renewRecoveryCodes(services, context))
  route(app, calls.startPasskey, (context) => startPasskey(services, context))
  route(app, calls.addPasskey, (context) => addPasskey(services, context))
  route(app, calls.renamePasskey, (context) => renamePasskey(services, context))
  route(app, calls.removePasskey, (context) => removePasskey(services, context))
}
