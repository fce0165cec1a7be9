import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'

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
export function answerWithPasskey(options: Json): Promise<Json | AuthenticatorFailure> {
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
