import { describe, expect, test } from 'vitest'
import { safePath } from './after-sign-in.ts'

const origin = 'https://videos.example'

describe('the page after a login', () => {
  test.each([
    ['/content'],
    ['/content/video/closures?t=90'],
    ['/content?q=a%2Fb&tag=css#top'],
    ['/'],
    ['/content/%2F%2Fevil.test'],
    ['/redirect?to=https://evil.test'],
  ])('may be %s', (next) => {
    expect(safePath(next, origin)).toBe(next)
  })

  test.each([
    [null],
    [''],
    ['content'],
    ['//evil.test'],
    ['///evil.test'],
    ['/\\evil.test'],
    ['\\/evil.test'],
    ['\\\\evil.test'],
    ['/\\/evil.test'],
    ['/\t/evil.test'],
    ['/\n/evil.test'],
    ['/\r/evil.test'],
    ['\t//evil.test'],
    [' //evil.test'],
    ['/./\\evil.test'],
    ['/.//evil.test'],
    ['/a/..//evil.test'],
    ['/%2e//evil.test'],
    ['https:evil.test'],
    ['https://evil.test'],
    ['HTTPS://evil.test'],
    ['https://videos.example.evil.test'],
    ['https://videos.example@evil.test'],
    ['%2f%2fevil.test'],
    ['javascript:alert(1)'],
    ['JaVaScRiPt:alert(1)'],
    ['java\nscript:alert(1)'],
    ['data:text/html,x'],
    ['//[::1'],
    ['https://videos.example/content'],
  ])('is never %j', (next) => {
    expect(safePath(next, origin)).toBeUndefined()
  })

  test('is the one that the browser would open: no dots, no hidden characters', () => {
    expect(safePath('/a/../content', origin)).toBe('/content')
    expect(safePath('/con\ttent', origin)).toBe('/content')
  })
})
