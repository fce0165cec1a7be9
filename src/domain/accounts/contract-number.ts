/** Formats the 13 digits of a contract number: `0412 3456 7890 1`. */
export function printedContractNumber(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** Finds a contract number in typed text, in any grouping and among other words; undefined without one. */
export function typedContractNumber(text: string | null): string | undefined {
  const found = /(?<!\d)(?:\d[\s-]?){12}\d(?!\d)/.exec(String(text))
  return found?.[0].replace(/\D/g, '')
}
