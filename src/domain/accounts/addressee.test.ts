import { describe, expect, test } from 'vitest'
import { addresseeOf, addressOfCompany, townOf } from './addressee.ts'

describe('an address as it was typed', () => {
  test.each([
    ['begins with a company', 'Ada GmbH\nRing 12\n1010 Wien', 'Ada GmbH', ['Ring 12', '1010 Wien']],
    ['begins with a person', 'Ada Lovelace\nRing 12\n1010 Wien', 'Ada Lovelace', ['Ring 12', '1010 Wien']],
    ['is a name and a town', 'Ada Lovelace\nMusterdorf', 'Ada Lovelace', ['Musterdorf']],
    ['begins with a street', 'Musterstraße 12a\n10115 Berlin', 'Robin', ['Musterstraße 12a', '10115 Berlin']],
    [
      'begins with several numbers',
      'Am Markt 3-5\n20095 Hamburg',
      'Robin',
      ['Am Markt 3-5', '20095 Hamburg'],
    ],
    ['begins with a number first', '221b Baker Street\nLondon', 'Robin', ['221b Baker Street', 'London']],
    ['is one line', 'Musterdorf', 'Robin', ['Musterdorf']],
    ['is empty', '', 'Robin', []],
    [
      'has blank lines and blanks',
      '  Ada GmbH \r\n\r\n Ring 12 \r\n1010 Wien\n',
      'Ada GmbH',
      ['Ring 12', '1010 Wien'],
    ],
    [
      'has a company with a digit',
      '3M Deutschland GmbH\nWerk 2\n41453 Neuss',
      '3M Deutschland GmbH',
      ['Werk 2', '41453 Neuss'],
    ],
  ])('%s', (_, address, name, lines) => {
    expect(addresseeOf('Robin', address)).toEqual({ name, lines })
  })
})

test.each([
  ['Ring 12\n10115 Berlin', 'Ada GmbH\nBo\nRing 12\n10115 Berlin'],
  ['Bo Chen\nRing 12\n10115 Berlin', 'Ada GmbH\nBo Chen\nRing 12\n10115 Berlin'],
  ['Ada GmbH\nRing 12\n10115 Berlin', 'Ada GmbH\nRing 12\n10115 Berlin'],
  ['Bo Chen\nAda GmbH\nRing 12', 'Bo Chen\nAda GmbH\nRing 12'],
  ['', 'Ada GmbH\nBo'],
])('the company precedes the person at %j', (address, whole) => {
  expect(addressOfCompany('Ada GmbH', { name: 'Bo', address })).toBe(whole)
  expect(addressOfCompany('', { name: 'Bo', address })).toBe(address)
})

describe('a town', () => {
  test.each([
    ['10115 Berlin', '10115', 'Berlin'],
    ['A-1010 Wien', '1010', 'Wien'],
    ['D 10115 Berlin', '10115', 'Berlin'],
    ['105 57 Αθήνα', '105 57', 'Αθήνα'],
    ['1012 AB Amsterdam', '1012 AB', 'Amsterdam'],
    ['00-950 Warszawa', '00-950', 'Warszawa'],
  ])('%s', (line, postCode, town) => {
    expect(townOf(line)).toEqual({ postCode, town })
  })

  test.each(['London SW1A 1AA', 'Berlin', 'Ring 12', '12', ''])('is not read from %j', (line) => {
    expect(townOf(line)).toBeUndefined()
  })
})
