/** `wrong`: the site does not work like this; `look`: it works, but the operator should look. */
export type Finding = {
  readonly state: 'ok' | 'look' | 'wrong'
  readonly subject: string
  /** What was found, and what to do about it. */
  readonly says: string
}

export const ok = (subject: string, says: string): Finding => ({ state: 'ok', subject, says })
export const look = (subject: string, says: string): Finding => ({ state: 'look', subject, says })
export const wrongly = (subject: string, says: string): Finding => ({ state: 'wrong', subject, says })
