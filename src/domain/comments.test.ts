import { expect, test } from 'vitest'
import { giscusRepository, isDisqusShortname } from './comments.ts'

test('giscus names a repository with its ids, in one line', () => {
  expect(giscusRepository('trainer/talk, R_kgDO1, Video comments, DIC_kw2')).toEqual({
    repository: 'trainer/talk',
    repositoryId: 'R_kgDO1',
    category: 'Video comments',
    categoryId: 'DIC_kw2',
  })
})

test.each([
  'trainer/talk',
  'trainer,R_1,Videos,DIC_1',
  ',R_1,Videos,DIC_1',
  'trainer/talk,,Videos,DIC_1',
  'trainer/talk,R_1,Videos,',
  'trainer/talk,R_1,,DIC_1',
  'a/b,R_1,Videos,DIC_1,more',
])('%s is none', (site) => {
  expect(giscusRepository(site)).toBeUndefined()
})

test.each([
  ['lectern-demo', true],
  ['evil.example/x', false],
  ['', false],
  ['-x', false],
])('that %s is a shortname of Disqus: %s', (site, is) => {
  expect(isDisqusShortname(site)).toBe(is)
})
