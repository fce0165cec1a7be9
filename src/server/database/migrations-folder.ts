import { resolve } from 'node:path'

/** Where the `.sql` files lie that make the tables. */
export const migrationsFolder = resolve(import.meta.dirname, '../../../migrations')
