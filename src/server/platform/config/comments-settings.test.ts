import { expect, test } from 'vitest'
import { commentsProblems } from './settings-together.ts'

const url = new URL('https://talk.example.org/')

test.each([
  [{ COMMENTS_PROVIDER: 'none' }, []],
  [
    { COMMENTS_PROVIDER: 'none', COMMENTS_SITE: 'x' },
    ['COMMENTS_SITE is of no use with COMMENTS_PROVIDER=none.'],
  ],
  [{ COMMENTS_PROVIDER: 'disqus' }, ['COMMENTS_SITE is missing. COMMENTS_PROVIDER=disqus needs it.']],
  [{ COMMENTS_PROVIDER: 'disqus', COMMENTS_SITE: 'lectern' }, []],
  [
    { COMMENTS_PROVIDER: 'disqus', COMMENTS_SITE: 'evil.example/' },
    ['COMMENTS_SITE has to be the shortname of the site at Disqus.'],
  ],
  [
    { COMMENTS_PROVIDER: 'giscus', COMMENTS_SITE: 'a/b' },
    ['COMMENTS_SITE has to be `owner/name,repository id,category,category id`, as giscus.app shows them.'],
  ],
  [{ COMMENTS_PROVIDER: 'giscus', COMMENTS_SITE: 'a/b,R_1,Videos,DIC_1' }, []],
  [{ COMMENTS_PROVIDER: 'isso' }, ['COMMENTS_URL is missing. COMMENTS_PROVIDER=isso needs it.']],
  [{ COMMENTS_PROVIDER: 'isso', COMMENTS_URL: url }, []],
  [
    { COMMENTS_PROVIDER: 'remark42', COMMENTS_URL: url },
    ['COMMENTS_SITE is missing. COMMENTS_PROVIDER=remark42 needs it.'],
  ],
  [{ COMMENTS_PROVIDER: 'remark42', COMMENTS_URL: url, COMMENTS_SITE: 'lectern' }, []],
])('of %j is said %j', (values, problems) => {
  expect(commentsProblems(values)).toEqual(problems)
})
