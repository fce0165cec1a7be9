import { useQuery } from '@tanstack/react-query'
import { m } from '#messages/generated/messages.js'
import { useConfig } from '#web/platform/site/site.ts'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'
import { identityQuery } from './code-host-section.tsx'

type Choice = { readonly checked: boolean; readonly onChange: (checked: boolean) => void }

/** An option of the password change: also unlink the code host, which could sign in otherwise. */
export function UnlinkChoice(choice: Choice) {
  const { githubLogin } = useConfig()
  return githubLogin ? <OfLinked {...choice} /> : null
}

function OfLinked({ checked, onChange }: Choice) {
  const { data: identity } = useQuery(identityQuery)
  if (!identity) return null
  return (
    <Checkbox
      label={m.code_host_unlink_too({ login: identity.login })}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}

/** Same for signed-out users. The page does not reveal whether a code host is linked; their mail does. */
export function UnlinkAnyChoice({ checked, onChange }: Choice) {
  const { githubLogin } = useConfig()
  return githubLogin ? (
    <Checkbox
      label={m.code_host_unlink_any()}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  ) : null
}
