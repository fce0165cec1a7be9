import { Resolver } from 'node:dns/promises'

/**
 * Returns the TXT records of a name, each as one text; none where the DNS says that there are none. Undefined where it
 * cannot be asked: that says nothing about the records.
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
