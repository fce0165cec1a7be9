import { randomBytes, randomUUID } from 'node:crypto'

/** Unguessable tokens and new ids. */
export type Random = {
  /** 256 bits as base64url. */
  token(): string
  /** UUID. */
  id(): string
}

/** Tokens and ids from the operating system's random number generator. */
export const systemRandom: Random = {
  token: () => randomBytes(32).toString('base64url'),
  id: () => randomUUID(),
}
