import { join } from 'node:path'

/** A folder with a small schema of its own, for tests of the database room. */
export const fixtureMigrations = join(import.meta.dirname, '../fixtures/migrations')
