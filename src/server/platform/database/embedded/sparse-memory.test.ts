import { expect, test } from 'vitest'
import { makeSparse } from './sparse-memory.ts'

const pieces = 5
const pieceBytes = 65_536

function someMemory(): Uint8Array {
  const memory = new Uint8Array(pieces * pieceBytes + 10)
  memory[1] = 11
  memory[3 * pieceBytes + 7] = 37
  memory[memory.length - 1] = 99
  makeSparse(memory)
  return memory
}

test('a copy of the memory restores it completely', () => {
  const memory = someMemory()
  const copy = memory.slice()
  expect(copy).toHaveLength(memory.length)
  expect(Buffer.from(copy).equals(Buffer.from(memory))).toBe(true)
  memory[1] = 12
  expect(copy[1]).toBe(11)
})

test('restored memory is unchanged, even if it was zero and is not now', () => {
  const memory = someMemory()
  const before = memory.slice()
  memory[1] = 0
  memory.fill(5, pieceBytes, 2 * pieceBytes)
  memory[memory.length - 2] = 98
  memory.set(before)
  expect(Buffer.from(memory).equals(Buffer.from(before))).toBe(true)
})

test('a part of memory is copied and written as ever', () => {
  const memory = someMemory()
  expect(Array.from(memory.slice(1, 3))).toEqual([11, 0])
  memory.set([1, 2], 4)
  expect([...memory.subarray(3, 7)]).toEqual([0, 1, 2, 0])
})
