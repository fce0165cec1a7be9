import { useQuery } from '@tanstack/react-query'
import { m } from '#messages/generated/messages.js'
import { useConfig } from '#web/platform/site/site.ts'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'
import { identityQuery } from './code-host-section.tsx'

type Choice = { readonly checked: boolean; readonly onChange: (checked: boolean) => void }

/** Beside a new password: a code host that is linked can still sign in, unless it is unlinked with the change. */
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

/** The same for somebody who is not signed in: whether one is linked, the mail tells them, not the page. */
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
