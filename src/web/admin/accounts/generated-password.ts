/** No letters that look like others: it may be read out on the telephone. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const count = 20

/** A word of 20 characters that nobody guesses. */
export function generatedPassword(): string {
  // what would make the first letters likelier is thrown away
  const fair = 256 - (256 % letters.length)
  let word = ''
  while (word.length < count)
    for (const byte of crypto.getRandomValues(new Uint8Array(2 * count)))
      if (byte < fair && word.length < count) word += letters[byte % letters.length]
  return word
}
