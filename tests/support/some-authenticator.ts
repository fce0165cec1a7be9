import { vi } from 'vitest'

/** What navigator.credentials would answer, or the name of the error that it throws. */
type Outcome = 'answers' | 'NotAllowedError' | 'InvalidStateError' | 'SecurityError'

/**
 * Gives the page a browser with passkeys, as far as a screen can see: it answers, or throws as browsers do. The
 * server's check of an answer is not simulated.
 */
export function someAuthenticator(outcome: Outcome = 'answers') {
  const asked: { create: unknown[]; get: unknown[] } = { create: [], get: [] }
  const answer = (kind: 'create' | 'get') => async (options: unknown) => {
    asked[kind].push(options)
    if (outcome !== 'answers') throw new DOMException('as browsers say it', outcome)
    return credential
  }
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('isSecureContext', true)
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { create: answer('create'), get: answer('get') },
  })
  return asked
}

const bytes = new Uint8Array([1, 2, 3]).buffer
const credential = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  authenticatorAttachment: 'platform',
  response: {
    clientDataJSON: bytes,
    attestationObject: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes,
    getTransports: () => ['internal'],
  },
  getClientExtensionResults: () => ({}),
}
