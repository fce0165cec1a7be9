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

/** Options and answers of WebAuthn, opaque to the calls that carry them. */
type Json = Record<string, unknown>

/** Why there is no answer: the user declined, the device has a passkey already, or another failure. */
export type AuthenticatorFailure = 'declined' | 'known' | 'failed'

/** Creates a passkey in the browser. The WebAuthn library is loaded on demand. */
export function makePasskey(options: Json): Promise<Json | AuthenticatorFailure> {
  return answerOf(async () => {
    const { startRegistration } = await import('@simplewebauthn/browser')
    return startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })
  })
}

/** Asks the browser for an answer by a passkey. The WebAuthn library is loaded on demand. */
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
    // browsers hide whether the user declined or has no passkey
    const name = error instanceof Error ? error.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError') return 'declined'
    return name === 'InvalidStateError' ? 'known' : 'failed'
  }
}

type Reply = CallReply<typeof credentialCalls.signInWithPasskey>

/** A step of the sign-in in progress, or a new sign-in. */
export type PasskeyStep = { second: true } | { second: false; staySignedIn: boolean }

/**
 * Signs in with a passkey, alone or as the second step of a sign-in in progress. Resolves to the server's reply, its
 * problem, or why there was no answer.
 */
export async function signInWithPasskey(step: PasskeyStep): Promise<Reply | CallProblem | Refusal> {
  let started = await call(credentialCalls.startPasskeySignIn)
  // this browser abandoned a sign-in: this is a new one, possibly of another user
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
 * Whether passkeys can be used on this page: the browser supports them, the page is in a secure context, and its host
 * is a name (IP addresses are not allowed: WebAuthn level 3, 5.1.2).
 */
export function passkeysWork(hostname = location.hostname): boolean {
  return typeof PublicKeyCredential === 'function' && window.isSecureContext && !/^[\d.]+$|:/.test(hostname)
}
