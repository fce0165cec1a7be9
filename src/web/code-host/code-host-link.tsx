import { m } from '#messages/generated/messages.js'
import { useConfig } from '#web/site/site.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { codeHostAddress } from './code-host-address.ts'
import { CodeHostMark } from './code-host-mark.tsx'

/** Drawn where a code host is configured: the link that signs in there. It is none of the pages, so it loads anew. */
export function CodeHostLink({
  className = '',
  ...given
}: {
  email?: string | undefined
  next?: string | undefined
  className?: string
}) {
  const { githubLogin } = useConfig()
  if (!githubLogin) return null
  return (
    <a href={codeHostAddress(given)} className={`${buttonClass({ size: 'large' })} ${className}`}>
      <CodeHostMark />
      {m.code_host_login()}
    </a>
  )
}
