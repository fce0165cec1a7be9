import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** The part of WebAuthn's options that an authenticator reads. */
type Options = Readonly<Record<string, unknown>>

/** Differences from a valid response. */
export type Forgery = {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly userVerified?: boolean
  readonly counter?: number
  readonly userHandle?: string | undefined
  readonly credentialId?: string
  readonly format?: string
  /** Signs with a key that is not the passkey's. */
  readonly foreignKey?: boolean
}

/**
 * A software security key with one passkey (ES256): it answers the server's options in the form used by Chromium, so that
 * the real verification runs. Its counter grows with each response, unless `synced`.
 */
export class Authenticator {
  private readonly origin: string
  private readonly synced: boolean
  private readonly id = randomBytes(16)
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject } = keyPair()
  private counter = 0
  private userHandle = ''

  constructor(origin: string, { synced = false }: { synced?: boolean } = {}) {
    this.origin = origin
    this.synced = synced
  }

  get credentialId(): string {
    return this.id.toString('base64url')
  }

  /** Creates the passkey: the response to options for adding one. */
  create(options: Options, forgery: Forgery = {}): Record<string, unknown> {
    this.userHandle = String((options.user as { id: string }).id)
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      coseKey(this.keys.publicKey),
    ])
    const rpId = forgery.rpId ?? String((options.rp as { id: string }).id)
    const authData = Buffer.concat([this.authenticatorData(rpId, attestedFlag, forgery), attested])
    const attestationObject = cbor(
      new Map<string, Cbor>([
        ['fmt', forgery.format ?? 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    )
    return this.answer({
      clientDataJSON: this.clientData('webauthn.create', options, forgery),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal', 'hybrid', 'telepathy'],
    })
  }

  /** Signs in: the response to options for that. */
  get(options: Options, forgery: Forgery = {}): Record<string, unknown> {
    const clientDataJSON = this.clientData('webauthn.get', options, forgery)
    const authData = this.authenticatorData(forgery.rpId ?? String(options.rpId), 0, forgery)
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    const { privateKey } = forgery.foreignKey ? keyPair() : this.keys
    const userHandle = 'userHandle' in forgery ? forgery.userHandle : this.userHandle
    return this.answer(
      {
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        ...(userHandle !== undefined && { userHandle }),
      },
      forgery.credentialId,
    )
  }

  private answer(response: Record<string, unknown>, id = this.credentialId): Record<string, unknown> {
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }

  private clientData(type: string, options: Options, { challenge, origin = this.origin }: Forgery): string {
    const data = { type, challenge: challenge ?? options.challenge, origin, crossOrigin: false }
    return Buffer.from(JSON.stringify(data)).toString('base64url')
  }

  private authenticatorData(rpId: string, more: number, { userVerified = true, counter }: Forgery): Buffer {
    if (!this.synced) this.counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? this.counter)
    const flags = presentFlag | (userVerified ? verifiedFlag : 0) | more
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), count])
  }
}

const presentFlag = 0x01
const verifiedFlag = 0x04
const attestedFlag = 0x40

function keyPair(): { publicKey: KeyObject; privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

/** RFC 9052: key type EC2, algorithm ES256, curve P-256, x and y. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>

/** The part of RFC 8949 that WebAuthn needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const pairs = [...value].flatMap(([key, one]) => [cbor(key), cbor(one)])
  return Buffer.concat([head(5, value.size), ...pairs])
}

function head(kind: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(kind << 5) | length])
  return length < 256
    ? Buffer.from([(kind << 5) | 24, length])
    : Buffer.from([(kind << 5) | 25, length >> 8, length & 0xff])
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
