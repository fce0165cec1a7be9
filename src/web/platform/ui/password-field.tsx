import { type ComponentProps, useState, useSyncExternalStore } from 'react'
import { m } from '#messages/generated/messages.js'
import { hasForeignScript, whenForeignScript } from '#web/platform/site/foreign-script.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { Icon } from './icon.tsx'

/** A password input with a button to show it. Refused in a document that runs a foreign script. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false)
  const label = shown ? m.hide_password() : m.show_password()
  // also when the script is loaded after the field
  if (useSyncExternalStore(whenForeignScript, hasForeignScript)) return <PasswordRefused />
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      trailing={
        <button
          type="button"
          className="absolute inset-y-1 right-1 grid w-8 place-items-center rounded text-muted hover:text-ink"
          aria-label={label}
          title={label}
          onClick={() => setShown(!shown)}
        >
          <Icon outline={shown ? crossedEye : eye} />
        </button>
      }
    />
  )
}

const eye =
  'M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0M15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0'
const crossedEye =
  'M10.733 5.076a10.744 10.744 0 0 1 11.205 6.575 1 1 0 0 1 0 .696 10.747 10.747 0 0 1-1.444 2.49M14.084 14.158a3 3 0 0 1-4.242-4.242M17.479 17.499a10.75 10.75 0 0 1-15.417-5.151 1 1 0 0 1 0-.696 10.75 10.75 0 0 1 4.446-5.143M2 2l20 20'

/** Replaces the field, because the foreign script could read the input. */
function PasswordRefused() {
  return (
    <div className="grid justify-items-start gap-3">
      <Alert>{m.password_foreign_script()}</Alert>
      <Button onClick={() => location.reload()}>{m.reload()}</Button>
    </div>
  )
}
