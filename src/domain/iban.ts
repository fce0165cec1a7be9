/** Normalises an IBAN: no spaces, capital letters. */
export function cleanIban(text: string): string {
  return text.replace(/\s/g, '').toUpperCase()
}

/** Whether a normalised text has the form of an IBAN and valid check digits (ISO 13616, modulo 97). */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban)) return false
  const turned = iban.slice(4) + iban.slice(0, 4)
  const digits = turned.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}

/** Formats an IBAN in groups of four. */
export function printedIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ')
}
