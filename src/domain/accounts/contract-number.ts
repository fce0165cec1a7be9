/** A contract's number of 13 digits as it is printed: `0412 3456 7890 1`. */
export function printedContractNumber(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** The contract number that somebody typed, in any grouping and among any words; undefined where there is none. */
export function typedContractNumber(text: string | null): string | undefined {
  const found = /(?<!\d)(?:\d[\s-]?){12}\d(?!\d)/.exec(String(text))
  return found?.[0].replace(/\D/g, '')
}
