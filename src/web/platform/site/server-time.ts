/** How far the server's clock is ahead of the browser's, in milliseconds. */
let aheadMs = 0

/** Takes the server's time from a reply: clocks of users' devices are often wrong. */
export function noteServerTime(date: string | null): void {
  const time = Date.parse(date ?? '')
  if (!Number.isNaN(time)) aheadMs = time - Date.now()
}

export const serverNow = () => new Date(Date.now() + aheadMs)
