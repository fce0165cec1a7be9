import { expect, test } from 'vitest'
import { refuseUpload } from './room-for-upload.ts'

const large = { allBytes: 1e12, freeBytes: 15e9 }
const small = { allBytes: 20e9, freeBytes: 12e9 }

test.each([
  ['the largest that is allowed', 4e9, large, [], undefined],
  ['a byte more than is allowed', 4e9 + 1, large, [], 'upload-too-large'],
  ['a byte more than there is room for', 4e9 - 1, { ...large, freeBytes: 15e9 - 4 }, [], 'no-space'],
  ['on a small disk, which keeps a tenth', 4e9, small, [], undefined],
  ['on a small disk with a byte less', 4e9, { ...small, freeBytes: 12e9 - 1 }, [], 'no-space'],
  ['beside one that has not begun', 2e9, large, [{ length: 2e9, received: 0 }], undefined],
  ['beside a larger one that has not begun', 2e9, large, [{ length: 2e9 + 1, received: 0 }], 'no-space'],
  ['beside one that is on the disk already', 2e9, large, [{ length: 3e9, received: 25e8 }], undefined],
  [
    'beside two',
    2e9,
    large,
    [
      { length: 1e9, received: 0 },
      { length: 1e9 + 1, received: 0 },
    ],
    'no-space',
  ],
] as const)('%s', (_, length, disk, others, expected) => {
  expect(refuseUpload(length, { maxBytes: 4e9, disk, others })).toBe(expected)
})
