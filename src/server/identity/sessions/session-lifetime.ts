const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long the admin may be in somebody else's account, in milliseconds. */
export const switchedMs = hour

/** How a session was opened, which decides how long it may live. */
export type SessionLife = {
  readonly staySignedIn: boolean
  readonly admin: boolean
  /** It is the admin's in somebody else's account. */
  readonly switched?: boolean
  readonly createdAt: Date
}

/**
 * When a session that was used at `now` ends: some time after its last use, and at the latest some time after its start.
 * Idle 14 days and 90 days in all with "Stay logged in"; else its cookie ends with the browser, and on the server
 * after 24 hours idle, 7 days in all; the admin's after 30 minutes, 8 hours in all, and an hour in all in somebody else's
 * account. (OWASP ASVS 5, 7.3)
 */
export function sessionExpiry(life: SessionLife, now: Date): Date {
  const { idle, absolute } = limitsOf(life)
  return new Date(Math.min(now.getTime() + idle, life.createdAt.getTime() + absolute))
}

/** `Max-Age` of the session's cookie; undefined for one that ends with the browser. */
export function sessionCookieSeconds(life: SessionLife): number | undefined {
  return life.staySignedIn && !life.admin ? limitsOf(life).absolute / 1000 : undefined
}

function limitsOf({ admin, staySignedIn, switched }: SessionLife): { idle: number; absolute: number } {
  if (switched) return { idle: 30 * minute, absolute: switchedMs }
  if (admin) return { idle: 30 * minute, absolute: 8 * hour }
  return staySignedIn ? { idle: 14 * day, absolute: 90 * day } : { idle: day, absolute: 7 * day }
}
