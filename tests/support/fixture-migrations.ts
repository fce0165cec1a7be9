import { join } from 'node:path'

/** A folder of migrations with a small schema, for tests of `server/platform/database`. */
export const fixtureMigrations = join(import.meta.dirname, '../fixtures/migrations')
