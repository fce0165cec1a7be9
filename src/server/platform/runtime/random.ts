import { randomBytes, randomUUID } from 'node:crypto'

/** Unguessable tokens and fresh ids. */
export type Random = {
  /** 256 bit as base64url. */
  token(): string
  /** UUID. */
  id(): string
}

/** Tokens and ids from the operating system's source of randomness. */
export const systemRandom: Random = {
  token: () => randomBytes(32).toString('base64url'),
  id: () => randomUUID(),
}
