import { Resolver } from 'node:dns/promises'

/**
 * Returns the TXT records of a name, each as one text. Empty: the DNS answers that the name has none. Undefined: the DNS
 * gives no answer.
 */
export type ResolveTxt = (name: string) => Promise<readonly string[] | undefined>

/** Asks the machine's name servers, for at most ten seconds. */
export const resolveTxt: ResolveTxt = async (name) => {
  try {
    const records = await new Resolver({ timeout: 5_000, tries: 2 }).resolveTxt(name)
    return records.map((parts) => parts.join(''))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : undefined
  }
}
