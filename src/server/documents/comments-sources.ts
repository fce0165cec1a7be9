import type { Comments } from '#domain/comments.ts'
import type { FurtherSources } from './web-build.ts'

/** What the page of a video admits for the service that supplies its comments, and no other page does. */
export function commentsSources(comments: Comments): FurtherSources {
  if (comments.provider === 'none') return {}
  if (comments.provider === 'disqus') return disqus(comments.site)
  if (comments.provider === 'giscus') return giscus
  const { origin } = new URL(comments.url)
  const own = { 'script-src': [origin], 'connect-src': [origin], 'style-src': [origin], 'img-src': [origin] }
  return comments.provider === 'isso' ? own : { ...own, 'frame-src': [origin] }
}

/** Its script loads its parts from its own hosts, and shows the comments in a frame (help.disqus.com, Content Security Policy). */
function disqus(shortname: string): FurtherSources {
  const [own, parts] = [`https://${shortname}.disqus.com`, 'https://*.disquscdn.com']
  return {
    'script-src': [own, 'https://disqus.com', parts],
    'connect-src': ['https://disqus.com', 'https://*.disqus.com', parts],
    'frame-src': ['https://disqus.com'],
    'style-src': [parts],
    'img-src': ['https://*.disqus.com', parts],
  }
}

/** One script and one style sheet; all else is in its frame (github.com/giscus/giscus, ADVANCED-USAGE.md). */
const giscus: FurtherSources = {
  'script-src': ['https://giscus.app'],
  'frame-src': ['https://giscus.app'],
  'style-src': ['https://giscus.app'],
}
