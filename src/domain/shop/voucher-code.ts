/** Letters and digits that are unambiguous on paper: no 0 and O, no 1, I and L, no U. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Returns a voucher code, such as `GIFT-7K2M-9QXA-4TRB`: twelve characters with 58 bits.
 * @param bytes random; at least twelve besides those rejected to keep every character equally likely
 */
export function voucherCode(bytes: Uint8Array): string {
  const fair = 256 - (256 % alphabet.length)
  const signs = [...bytes].filter((byte) => byte < fair).map((byte) => alphabet[byte % alphabet.length])
  if (signs.length < 12) throw new RangeError('too few random bytes for a voucher code')
  return `GIFT-${signs.slice(0, 4).join('')}-${signs.slice(4, 8).join('')}-${signs.slice(8, 12).join('')}`
}

/**
 * Returns the last day on which a voucher can be redeemed: the end of the third year after the purchase, like the
 * limitation period in German law (§§ 195, 199 BGB). Both are `YYYY-MM-DD`.
 */
export function voucherValidUntil(boughtOn: string): string {
  return `${Number(boughtOn.slice(0, 4)) + 3}-12-31`
}
