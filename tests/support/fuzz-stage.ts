import type { CodeHostServer } from './code-host-server.ts'
import type { Asker, FuzzedRequest } from './fuzzed-requests.ts'
import type { KnownValues } from './known-values.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** Where a request is about to be sent from. */
export type Stage = {
  readonly site: TestApp
  readonly host: CodeHostServer
  readonly known: KnownValues
  readonly asker: Asker
  readonly browser: TestClient
  /** A number that no stage had before. */
  readonly count: number
}

/**
 * Values known to the requesting user: fields, as text; those of `response` and the like as JSON. `body` is a whole
 * one, if hardly any other would be valid.
 */
export type Props = Readonly<Record<string, string>>

export type Scenes = Partial<Record<FuzzedRequest['name'], (stage: Stage) => Promise<Props>>>

/** The credentials of the requesting user. */
export function own(
  known: KnownValues,
  asker: Asker,
): { email: string; currentPassword: string; password: string } {
  const currentPassword = known.of(asker, 'currentPassword') ?? ''
  return { email: known.of(asker, 'ownEmail') ?? '', currentPassword, password: currentPassword }
}
