import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import { sessionCalls } from '#contract/accounts/session-calls.ts'
import type { CallReply } from '#contract/call.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { Refusal } from '#web/platform/site/use-call.ts'

/** What WebAuthn's options and answers are to the calls: JSON that only the two ends look into. */
type Json = Record<string, unknown>

/** Why there is no answer: the person did not want to, the device holds a passkey already, or anything else. */
export type AuthenticatorFailure = 'declined' | 'known' | 'failed'

/** Has the browser make a passkey. Its library is loaded only now. */
export function makePasskey(options: Json): Promise<Json | AuthenticatorFailure> {
  return answerOf(async () => {
    const { startRegistration } = await import('@simplewebauthn/browser')
    return startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })
  })
}

/** Has the browser answer with a passkey. Its library is loaded only now. */
function answerWithPasskey(options: Json): Promise<Json | AuthenticatorFailure> {
  return answerOf(async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    return startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON })
  })
}

async function answerOf(
  ask: () => Promise<RegistrationResponseJSON | AuthenticationResponseJSON>,
): Promise<Json | AuthenticatorFailure> {
  try {
    return { ...(await ask()) }
  } catch (error) {
    // browsers do not say whether somebody said no or had nothing to say: they must not tell pages
    const name = error instanceof Error ? error.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError') return 'declined'
    return name === 'InvalidStateError' ? 'known' : 'failed'
  }
}

type Reply = CallReply<typeof credentialCalls.signInWithPasskey>

/** What it is for: a sign-in under way, or one that begins with it. */
export type PasskeyStep = { second: true } | { second: false; staySignedIn: boolean }

/**
 * Signs in with a passkey: alone, or as the second step of a sign-in under way. Answers the server's reply, a problem of
 * it, or why nothing came of it.
 */
export async function signInWithPasskey(step: PasskeyStep): Promise<Reply | CallProblem | Refusal> {
  let started = await call(credentialCalls.startPasskeySignIn)
  // an abandoned sign-in of this browser: this is a new one, possibly of another user
  if (!step.second && !(started instanceof CallProblem) && namesPasskeys(started.body.options)) {
    await call(sessionCalls.logout)
    started = await call(credentialCalls.startPasskeySignIn)
  }
  if (started instanceof CallProblem) return started
  const response = await answerWithPasskey(started.body.options)
  if (typeof response === 'string')
    return new Refusal(response === 'failed' ? m.problem_passkey_refused() : m.passkey_not_used())
  const reply = await call(credentialCalls.signInWithPasskey, {
    body: { response, ...(!step.second && { staySignedIn: step.staySignedIn }) },
  })
  const isRefused = reply instanceof CallProblem && reply.status === 401
  return isRefused ? new Refusal(m.problem_passkey_refused()) : reply
}

function namesPasskeys({ allowCredentials }: Record<string, unknown>): boolean {
  return Array.isArray(allowCredentials) && allowCredentials.length > 0
}

/**
 * Whether this browser can use passkeys on this page: it knows them, the page is a secure one, and its address is a name
 * (an IP address can own none: WebAuthn level 3, 5.1.2).
 */
export function passkeysWork(hostname = location.hostname): boolean {
  return typeof PublicKeyCredential === 'function' && window.isSecureContext && !/^[\d.]+$|:/.test(hostname)
}
