const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Maximum duration of the admin's visit to another account, in milliseconds. */
export const switchedMs = hour

/** How a session was opened, which determines its lifetime. */
export type SessionLife = {
  readonly staySignedIn: boolean
  readonly admin: boolean
  /** A session of the admin in another account. */
  readonly switched?: boolean
  readonly createdAt: Date
}

/**
 * Returns when a session that was used at `now` expires. With "Stay logged in": 14 days idle, 90 days in total.
 * Without: its cookie ends with the browser, and the session after 24 hours idle, 7 days in total. The admin's: 30
 * minutes idle, 8 hours in total, and one hour in total in another account. (OWASP ASVS 5, 7.3)
 */
export function sessionExpiry(life: SessionLife, now: Date): Date {
  const { idle, absolute } = limitsOf(life)
  return new Date(Math.min(now.getTime() + idle, life.createdAt.getTime() + absolute))
}

/** Returns `Max-Age` of the session cookie; undefined for one that ends with the browser. */
export function sessionCookieSeconds(life: SessionLife): number | undefined {
  return life.staySignedIn && !life.admin ? limitsOf(life).absolute / 1000 : undefined
}

function limitsOf({ admin, staySignedIn, switched }: SessionLife): { idle: number; absolute: number } {
  if (switched) return { idle: 30 * minute, absolute: switchedMs }
  if (admin) return { idle: 30 * minute, absolute: 8 * hour }
  return staySignedIn ? { idle: 14 * day, absolute: 90 * day } : { idle: day, absolute: 7 * day }
}
