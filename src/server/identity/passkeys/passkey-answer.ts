import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import type { PasskeyOwner } from '#server/identity/two-factor/passkey.store.ts'
import type { Config } from '#server/platform/config/config.ts'

/** Loaded with the first passkey, because it takes a fifth of a second of the startup. */
export const webAuthn = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256 as COSE numbers. */
export const algorithms = [-8, -7, -257]

/** Untrusted: any JSON object. */
type Answer = Readonly<Record<string, unknown>>

type NewCredential = {
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: string[]
}

/**
 * Returns the new passkey, if the answer is one to our challenge from our page. Undefined for anything else, and for
 * attestation statements, which we do not request and which could name addresses to fetch (SEC-21).
 */
export async function checkNewPasskey(
  response: Answer,
  { challenge, site }: { challenge: string; site: PasskeySite },
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await webAuthn()
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  try {
    // a wrong shape throws, like every other fault of an answer
    const answer = response as unknown as RegistrationResponseJSON
    const statement = decodeAttestationObject(isoBase64URL.toBuffer(answer.response.attestationObject))
    if (!['none', 'packed'].includes(statement.get('fmt'))) return undefined
    const { registrationInfo } = await verifyRegistrationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    })
    const credential = registrationInfo?.credential
    if (!credential || credential.id.length > maxCredentialIdLength) return undefined
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: knownTransports(credential.transports),
    }
  } catch {
    return undefined
  }
}

/**
 * Verifies a passkey's answer to our challenge on our page; returns its new counter. A counter that does not grow
 * indicates a cloned passkey (WebAuthn level 3, 7.2, step 22) and is refused.
 */
export async function checkPasskeyAnswer(
  response: Answer,
  {
    challenge,
    site,
    passkey,
    asksWhoTheyAre,
  }: { challenge: string; site: PasskeySite; passkey: PasskeyOwner; asksWhoTheyAre: boolean },
): Promise<{ counter: number } | undefined> {
  const { verifyAuthenticationResponse } = await webAuthn()
  try {
    const answer = response as unknown as AuthenticationResponseJSON
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      credential: {
        id: answer.id,
        publicKey: Uint8Array.from(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification: asksWhoTheyAre,
    })
    return verified ? { counter: authenticationInfo.newCounter } : undefined
  } catch {
    return undefined
  }
}

/** 1023 bytes, the maximum of WebAuthn, in base64url. */
const maxCredentialIdLength = 1364

const transportNames = ['ble', 'hybrid', 'internal', 'nfc', 'usb'] as const

/** Returns the known values of an authenticator's `transports`; they are only sent to browsers again. */
export function knownTransports(names: unknown): AuthenticatorTransport[] {
  return Array.isArray(names) ? transportNames.filter((name) => names.includes(name)) : []
}

/** Returns the user handle of WebAuthn: the 16 bytes of the user's id. */
export function userHandle(userId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex'))
}

/** The site of passkeys: the relying party id, and the origin that may use them. */
type PasskeySite = { readonly rpId: string; readonly origin: string }

/**
 * The site of BASE_URL. The demo is reached by any loopback name and port, so its site is the request's host, which was
 * checked before (`host-names.ts`).
 */
export function passkeySite(
  { baseUrl, demo }: Pick<Config, 'baseUrl' | 'demo'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): PasskeySite {
  const address = demo ? new URL(`${baseUrl.protocol}//${headers.host ?? baseUrl.host}`) : baseUrl
  return { rpId: address.hostname, origin: address.origin }
}
