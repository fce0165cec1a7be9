/** Letters and digits that nobody confuses on paper: no 0 and O, no 1, I and L, no U. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * A voucher's code, `GIFT-7K2M-9QXA-4TRB` and so on: twelve signs, which are 58 bits and cannot be guessed.
 * @param bytes random ones, at least twelve beyond those that are left out to keep every sign equally likely
 */
export function voucherCode(bytes: Uint8Array): string {
  const fair = 256 - (256 % alphabet.length)
  const signs = [...bytes].filter((byte) => byte < fair).map((byte) => alphabet[byte % alphabet.length])
  if (signs.length < 12) throw new RangeError('too few random bytes for a voucher code')
  return `GIFT-${signs.slice(0, 4).join('')}-${signs.slice(4, 8).join('')}-${signs.slice(8, 12).join('')}`
}

/**
 * The last day on which a voucher that was bought on that day can be redeemed: the end of the third year after, as long as a
 * claim lives in German law (§§ 195, 199 BGB). Both are `YYYY-MM-DD`.
 */
export function voucherValidUntil(boughtOn: string): string {
  return `${Number(boughtOn.slice(0, 4)) + 3}-12-31`
}
