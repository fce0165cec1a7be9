import { randomBytes, randomUUID } from 'node:crypto'
import type { Random } from './services.ts'

/** Words from the operating system's source of randomness. */
export const systemRandom: Random = {
  token: () => randomBytes(32).toString('base64url'),
  id: () => randomUUID(),
}
