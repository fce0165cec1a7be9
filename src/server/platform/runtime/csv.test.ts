import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { asCsv } from './csv.ts'

test('a table has its headings, quotes where they are needed, and instants in UTC', () => {
  const rows = [
    { name: 'Ada "the Countess", L.', born: new Date('1815-12-10T00:00:00Z'), seats: 2, owner: true },
    { name: 'Zoë\nof two lines', born: null, seats: 0, owner: false },
  ]
  expect(asCsv(['name', 'born', 'seats', 'owner'], rows)).toBe(
    '\uFEFFname,born,seats,owner\r\n' +
      '"Ada ""the Countess"", L.",1815-12-10T00:00:00.000Z,2,true\r\n' +
      '"Zoë\nof two lines",,0,false\r\n',
  )
})

test('a table without rows has its headings', () => {
  expect(asCsv(['a', 'b'], [])).toMatch(/^\uFEFFa,b(\r\n)+$/)
})

test('a missing column stays empty, and an unknown one is left out', () => {
  expect(asCsv(['a', 'b'], [{ b: 'x', secret: 'y' }])).toBe('\uFEFFa,b\r\n,x\r\n')
})

describe('formulas are text', () => {
  test.each([
    '=1+2',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '  =1',
    '=HYPERLINK("http://evil.example";"x")',
    "=cmd|' /C calc'!A0\nsecond line",
    '＝1+2',
    '＠SUM(A1)',
  ])('%j', (text) => {
    const [, [cell] = []] = Papa.parse<string[]>(asCsv(['name'], [{ name: text }]).slice(1)).data
    expect(cell).toBe(`'${text}`)
  })

  test.each(['Ada', 'a=b', "O'Brien", 'ada@example.org', '1-2', ''])('and %j is unchanged', (text) => {
    const [, [cell] = []] = Papa.parse<string[]>(asCsv(['name'], [{ name: text }]).slice(1)).data
    expect(cell).toBe(text)
  })

  test('numbers are numbers, below zero as well', () => {
    expect(asCsv(['cents'], [{ cents: -5 }])).toBe('\uFEFFcents\r\n-5\r\n')
  })
})
