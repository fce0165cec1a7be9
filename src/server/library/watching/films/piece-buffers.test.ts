import { expect, test } from 'vitest'
import { inTurns, pieceBuffers } from './piece-buffers.ts'

test('no more are lent than there may be, until one comes back', () => {
  const buffers = pieceBuffers(8, { most: 2, kept: 2 })
  const [one, other] = [buffers.take(), buffers.take()]
  expect([one?.length, other?.length]).toEqual([8, 8])
  expect(buffers.take()).toBeUndefined()
  if (one) buffers.giveBack(one, false)
  expect(buffers.take()).toBe(one)
})

test('one that the system may still be sending from is not lent again', () => {
  const buffers = pieceBuffers(8, { most: 1, kept: 1 })
  const one = buffers.take()
  if (one) buffers.giveBack(one, true)
  const next = buffers.take()
  expect(next).toBeDefined()
  expect(next).not.toBe(one)
})

test('no more than so many are kept', () => {
  const buffers = pieceBuffers(8, { kept: 1 })
  const lent = [buffers.take(), buffers.take()]
  for (const buffer of lent) if (buffer) buffers.giveBack(buffer, false)
  expect(buffers.take()).toBe(lent[0])
  expect(buffers.take()).not.toBe(lent[1])
})

test('no more than so many work at once, the others in order, and one that fails makes room as well', async () => {
  const inTurn = inTurns(2)
  const begun: number[] = []
  const works = [0, 1, 2, 3].map(() => Promise.withResolvers<number>())
  const results = works.map(({ promise }, index) =>
    inTurn(() => {
      begun.push(index)
      return promise
    }).catch((problem: Error) => problem.message),
  )
  expect(begun).toEqual([0, 1])
  works[1]?.reject(new Error('broken'))
  expect(await results[1]).toBe('broken')
  expect(begun).toEqual([0, 1, 2])
  for (const [index, { resolve }] of works.entries()) resolve(index)
  expect(await Promise.all(results)).toEqual([0, 'broken', 2, 3])
  expect(begun).toEqual([0, 1, 2, 3])
})
