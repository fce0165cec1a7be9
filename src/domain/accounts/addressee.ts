/** The addressee of an invoice: the name on the first line, and the lines below it. */
export type Addressee = { readonly name: string; readonly lines: readonly string[] }

/** Normalises line breaks and trims lines, for invoices. */
export function tidyLines(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .join('\n')
    .trim()
}

/**
 * Splits an address typed into one box. Its first line is mostly the name or the company. If it begins with a street or
 * is a single line, the account owner's name is put first, unless that name already has a line.
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
 * Returns the address of a person at a company: the company first, unless the address names it, then the person. So the
 * invoice is the company's and a parcel finds the person.
 */
export function addressOfCompany(
  company: string,
  { name, address }: { name: string; address: string },
): string {
  const printed = addresseeOf(name, address)
  const lines = [printed.name, ...printed.lines]
  return company === '' || lines.includes(company) ? address : [company, ...lines].filter(Boolean).join('\n')
}

/**
 * Splits the last line of an address into postcode and town, if it has both: `10115 Berlin`, `A-1010 Wien`, `105 57
 * Αθήνα`.
 */
export function townOf(line: string): { readonly postCode: string; readonly town: string } | undefined {
  const [, postCode, town] =
    /^(?:[A-Z]{1,3}[- ])?(\d{3} ?\d{2}|\d{4} ?[A-Z]{2}|\d{2}-\d{3}|\d{4}|\d{6})\s+(\D.*)$/u.exec(line) ?? []
  // mutant `postCode → true`: the pattern reads both or neither
  // mutant `town → true`: the pattern reads both or neither
  return postCode && town ? { postCode, town } : undefined
}

/** Whether a line ends with a house number (Ring 12a, Straße 3-5) or begins with one (12 Main Street). */
function isStreet(line: string): boolean {
  return /\s\d+\s?[a-z]?(?:\s?[-/]\s?\d+\s?[a-z]?)*$/iu.test(line) || /^\d+[a-z]?,?\s\D/u.test(line)
}
