/** The addressee of an invoice: the name on the first line, and the lines below it. */
export type Addressee = { readonly name: string; readonly lines: readonly string[] }

/**
 * Reads an address as people type it into one box: mostly the name or the company first, often the street alone. If it
 * begins with a street or is a single line, the name of the account's owner is put first, unless the owner's name
 * already has a line of its own.
 */
export function addresseeOf(ownerName: string, address: string): Addressee {
  const lines = address
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  // mutant `'' → 'mutant'`: where there is no first line, there are fewer than two
  const [first = '', ...rest] = lines
  return lines.length < 2 || isStreet(first) ? { name: ownerName, lines } : { name: first, lines: rest }
}

/**
 * The address of somebody at a company: the company comes first, unless the address names it already, and then the person, so that
 * the invoice is the company's and a parcel finds them.
 */
export function addressOfCompany(
  company: string,
  { name, address }: { name: string; address: string },
): string {
  const printed = addresseeOf(name, address)
  const lines = [printed.name, ...printed.lines]
  return company === '' || lines.includes(company) ? address : [company, ...lines].filter(Boolean).join('\n')
}

/** The last line of an address, where it is a town with its code: `10115 Berlin`, `A-1010 Wien`, `105 57 Αθήνα`. */
export function townOf(line: string): { readonly postCode: string; readonly town: string } | undefined {
  const [, postCode, town] =
    /^(?:[A-Z]{1,3}[- ])?(\d{3} ?\d{2}|\d{4} ?[A-Z]{2}|\d{2}-\d{3}|\d{4}|\d{6})\s+(\D.*)$/u.exec(line) ?? []
  // mutant `postCode → true`: the pattern reads both or neither
  // mutant `town → true`: the pattern reads both or neither
  return postCode && town ? { postCode, town } : undefined
}

/** Ends in a house number (Ring 12a, Straße 3-5) or begins with one (12 Main Street). */
function isStreet(line: string): boolean {
  return /\s\d+\s?[a-z]?(?:\s?[-/]\s?\d+\s?[a-z]?)*$/iu.test(line) || /^\d+[a-z]?,?\s\D/u.test(line)
}
