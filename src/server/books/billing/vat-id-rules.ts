/** A country's validator in stdnum. `value` is a well-formed VAT id without its country prefix. */
export type Check = { readonly validate: (value: string) => { readonly isValid: boolean } }

/**
 * Bulgaria. Companies have nine digits; stdnum wrongly refuses a leading 8. Persons have ten, by one of three rules;
 * stdnum inverts the third.
 */
export const bulgarianNumber = check((value) =>
  value.length === 9
    ? digitsOf(value)[8] === firstBelowTen(value, [1, 2, 3, 4, 5, 6, 7, 8], [3, 4, 5, 6, 7, 8, 9, 10])
    : isBulgarianCitizen(value) ||
      weighted(value, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10 === lastDigit(value) ||
      weighted(value, [4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
)

/** A citizen's number starts with the date of birth; 20 or 40 added to the month encodes the century. */
function isBulgarianCitizen(value: string): boolean {
  const month = Number(value.slice(2, 4)) % 20
  const day = Number(value.slice(4, 6))
  const isDay = Number(value.slice(2, 4)) < 60 && month >= 1 && month <= 12 && day >= 1 && day <= 31
  return isDay && (weighted(value, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === lastDigit(value)
}

/** Czechia. Nine digits with a leading 6 exclude that digit from the sum; stdnum includes it. */
export function czechNumber(stdnum: Check): Check {
  return check((value) => {
    if (value.length !== 9 || !value.startsWith('6')) return stdnum.validate(value).isValid
    const sum = weighted(value.slice(1), [8, 7, 6, 5, 4, 3, 2]) % 11
    return (18 - ((21 - sum) % 11)) % 10 === lastDigit(value)
  })
}

/** Latvia. Since July 2017 personal numbers start with 32 in place of the date of birth that stdnum requires. */
export function latvianNumber(stdnum: Check): Check {
  return check((value) =>
    value.startsWith('32')
      ? ((1 + weighted(value, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === lastDigit(value)
      : stdnum.validate(value).isValid,
  )
}

/** Slovenia. A remainder of 0 is invalid; stdnum accepts 1 as its check digit. */
export const slovenianNumber = check((value) => {
  const rest = weighted(value, [8, 7, 6, 5, 4, 3, 2]) % 11
  return rest !== 0 && (11 - rest) % 10 === lastDigit(value)
})

/** Slovakia. Divisible by 11; stdnum tests the first digit where the third is meant, and refuses persons. */
export const slovakNumber = check((value) => Number(value) % 11 === 0)

function check(isRight: (value: string) => boolean): Check {
  return { validate: (value) => ({ isValid: isRight(value) }) }
}

function digitsOf(value: string): readonly number[] {
  return [...value].map(Number)
}

function lastDigit(value: string): number {
  return Number(value.at(-1))
}

function weighted(value: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * Number(value[at]), 0)
}

/** The sum modulo 11; if it has two digits the second weights apply, and if again, it is 0. */
function firstBelowTen(value: string, ...choices: readonly (readonly number[])[]): number {
  const rests = choices.map((weights) => weighted(value, weights) % 11)
  return rests.find((rest) => rest < 10) ?? 0
}
