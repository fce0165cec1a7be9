import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import type { PasskeyOwner } from '#server/identity/two-factor/passkey.store.ts'
import type { Config } from '#server/platform/config/config.ts'

/** Loaded when the first passkey comes: a fifth of a second that no start of the server should wait for. */
export const webAuthn = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256 in COSE's numbers: what authenticators know. */
export const algorithms = [-8, -7, -257]

/** What came from a browser: any JSON object. */
type Answer = Readonly<Record<string, unknown>>

type NewCredential = {
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: string[]
}

/**
 * The passkey that an authenticator has just made, if the answer is one to our challenge from our page. Undefined for
 * anything else, and for statements about the maker of the authenticator, which we do not ask for and which could name
 * addresses to be looked up (SEC-21).
 */
export async function checkNewPasskey(
  response: Answer,
  { challenge, site }: { challenge: string; site: PasskeySite },
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await webAuthn()
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  try {
    // a shape that does not fit throws, like everything else that is wrong with an answer
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
    if (!credential || credential.id.length > longestCredentialId) return undefined
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
 * Whether a passkey has answered our challenge on our page: answers its new counter. A counter that does not grow means
 * that there are two of it (WebAuthn level 3, 7.2, step 22) and counts as wrong.
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

/** 1023 bytes are the most that WebAuthn allows. */
const longestCredentialId = 1364

const transportNames = ['ble', 'hybrid', 'internal', 'nfc', 'usb'] as const

/** How a browser says it reaches an authenticator (its `transports`); it is only ever sent to browsers again. */
export function knownTransports(names: unknown): AuthenticatorTransport[] {
  return Array.isArray(names) ? transportNames.filter((name) => names.includes(name)) : []
}

/** The name by which an authenticator knows a user: the 16 bytes of their id. */
export function userHandle(userId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex'))
}

/** Which site passkeys belong to: the name they are kept under, and the address of the page that may use them. */
type PasskeySite = { readonly rpId: string; readonly origin: string }

/**
 * The site of BASE_URL. The demo is reached under any loopback name and port, so there it is what the browser's address
 * bar says; the host was checked before (`host-names.ts`).
 */
export function passkeySite(
  { baseUrl, demo }: Pick<Config, 'baseUrl' | 'demo'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): PasskeySite {
  const address = demo ? new URL(`${baseUrl.protocol}//${headers.host ?? baseUrl.host}`) : baseUrl
  return { rpId: address.hostname, origin: address.origin }
}
