import { address, line, oneOf } from './setting-values.ts'

/** The part of the settings about comments on videos. */
export const commentsSettings = {
  COMMENTS_PROVIDER: {
    doc: 'Service that supplies comments on videos; `none` shows none. Once a viewer loads the comments, its program runs in the page of the video and can do there what the viewer can.',
    parse: oneOf('none', 'disqus', 'giscus', 'isso', 'remark42'),
    default: 'none',
  },
  COMMENTS_URL: {
    doc: 'Address of the server of Isso or Remark42, such as https://comments.example.org/.',
    parse: address('https:', 'http:'),
  },
  COMMENTS_SITE: {
    doc: 'What the comments service knows this site by: the shortname (Disqus), the site id (Remark42), or the repository with its ids (giscus) as `owner/name,repository id,category,category id`.',
    parse: line,
  },
}
