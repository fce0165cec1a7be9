/** Returns whether a migration only adds to the tables, so that older programs still work with them. It says so in its text. */
export function isCompatible(migration: string): boolean {
  return /^-- compatible: /m.test(migration)
}
