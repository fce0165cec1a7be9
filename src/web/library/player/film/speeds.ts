import { fastestSpeed } from '#domain/catalogue/viewing.ts'

/** Offered playback rates; the store keeps any from 0.5 to 3. */
export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, fastestSpeed] as const

/** Returns the next faster offered speed, or the fastest. */
export function faster(speed: number): number {
  return speeds.find((offered) => offered > speed + tolerance) ?? fastest
}

/** Returns the next slower offered speed, or the slowest. */
export function slower(speed: number): number {
  return speeds.findLast((offered) => offered < speed - tolerance) ?? slowest
}

/** Limits a rate set elsewhere (a browser extension, an old store) to the offered range. */
export function withinSpeeds(speed: number): number {
  return Number.isFinite(speed) ? Math.min(fastest, Math.max(slowest, speed)) : 1
}

const slowest = speeds[0]
const fastest = fastestSpeed
const tolerance = 0.01
