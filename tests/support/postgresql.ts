import type { TestProject } from 'vitest/node'
import { missingForPostgresql, startPostgresql } from './postgresql-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the run's PostgreSQL server up to the database's name, when the tests run on PostgreSQL. */
    postgresqlUrl: string | undefined
  }
}

/** Vitest's global set-up: with `TEST_DATABASE=postgresql`, one server for the whole run. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE !== 'postgresql') return undefined
  const missing = missingForPostgresql()
  if (missing) throw new Error(`The tests cannot run on PostgreSQL: ${missing}.`)
  const server = await startPostgresql()
  project.provide('postgresqlUrl', server.url('postgres'))
  return server.stop
}
