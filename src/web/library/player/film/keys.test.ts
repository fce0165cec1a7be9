import { describe, expect, test } from 'vitest'
import { actionOf, type KeyPlace, type KeyPress } from './keys.ts'

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})
const page: KeyPlace = { inPlayer: false, inField: false, onButton: false, onSlider: false, letterKeys: true }
const player: KeyPlace = { ...page, inPlayer: true }

describe('anywhere on the page', () => {
  test.each([
    ['k', { do: 'toggle-play' }],
    ['K', { do: 'toggle-play' }],
    ['j', { do: 'skip', seconds: -10 }],
    ['l', { do: 'skip', seconds: 10 }],
    ['f', { do: 'toggle-full-screen' }],
    ['m', { do: 'toggle-mute' }],
    ['c', { do: 'toggle-captions' }],
    ['t', { do: 'toggle-theatre' }],
    ['0', { do: 'go-to-percent', percent: 0 }],
    ['7', { do: 'go-to-percent', percent: 70 }],
    [',', { do: 'step', frames: -1 }],
    ['.', { do: 'step', frames: 1 }],
    ['x', undefined],
    [' ', undefined],
    ['ArrowRight', undefined],
    ['Home', undefined],
  ])('%j', (key, action) => {
    expect(actionOf(press(key), page)).toEqual(action)
  })

  test.each([
    ['>', { do: 'faster' }],
    ['<', { do: 'slower' }],
    ['?', { do: 'show-keys' }],
    ['N', { do: 'next-video' }],
    ['P', { do: 'previous-video' }],
    ['M', undefined],
    ['F', undefined],
  ])('Shift and %j', (key, action) => {
    expect(actionOf(press(key, { shiftKey: true }), page)).toEqual(action)
  })

  test('n and p alone do nothing: too easy to hit', () => {
    expect(actionOf(press('n'), page)).toBeUndefined()
    expect(actionOf(press('p'), page)).toBeUndefined()
  })
})

describe('inside the player', () => {
  test.each([
    [' ', { do: 'toggle-play' }],
    ['ArrowLeft', { do: 'skip', seconds: -5 }],
    ['ArrowRight', { do: 'skip', seconds: 5 }],
    ['Home', { do: 'go-to-percent', percent: 0 }],
    ['End', { do: 'go-to-percent', percent: 100 }],
    ['ArrowUp', { do: 'change-volume', by: 0.05 }],
    ['ArrowDown', { do: 'change-volume', by: -0.05 }],
  ])('%j', (key, action) => {
    expect(actionOf(press(key), player)).toEqual(action)
  })

  test('a button keeps Space for itself, but not the arrows', () => {
    expect(actionOf(press(' '), { ...player, onButton: true })).toBeUndefined()
    expect(actionOf(press('ArrowUp'), { ...player, onButton: true })).toEqual({
      do: 'change-volume',
      by: 0.05,
    })
    expect(actionOf(press('k'), { ...player, onButton: true })).toEqual({ do: 'toggle-play' })
  })

  test('a slider or menu keeps both', () => {
    expect(actionOf(press(' '), { ...player, onSlider: true })).toBeUndefined()
    expect(actionOf(press('ArrowUp'), { ...player, onSlider: true })).toBeUndefined()
    expect(actionOf(press('m'), { ...player, onSlider: true })).toEqual({ do: 'toggle-mute' })
  })
})

describe('no key acts', () => {
  test.each(['ctrlKey', 'metaKey', 'altKey'] as const)('with %s: those belong to the browser', (modifier) => {
    expect(actionOf(press('f', { [modifier]: true }), page)).toBeUndefined()
    expect(actionOf(press('ArrowLeft', { [modifier]: true }), player)).toBeUndefined()
  })

  test('while one is typing', () => {
    expect(actionOf(press('k'), { ...page, inField: true })).toBeUndefined()
    expect(actionOf(press(' '), { ...player, inField: true })).toBeUndefined()
  })

  test.each(['k', '5', '?', '<'])('of a single character (%j) when they are switched off', (key) => {
    expect(actionOf(press(key), { ...player, letterKeys: false })).toBeUndefined()
  })

  test('but Space and arrows in the player still do then', () => {
    expect(actionOf(press(' '), { ...player, letterKeys: false })).toEqual({ do: 'toggle-play' })
  })
})
