import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState, useSyncExternalStore } from 'react'
import { m } from '#messages/generated/messages.js'
import { hasForeignScript, whenForeignScript } from '#web/site/foreign-script.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { Field } from './field.tsx'

/** A password input that can show what is typed; none in a document in which the script of another site runs. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false)
  const label = shown ? m.hide_password() : m.show_password()
  const Icon = shown ? EyeOff : Eye
  // also where the script comes later than the field
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
          <Icon className="size-4" aria-hidden />
        </button>
      }
    />
  )
}

/** In place of the field where the script of another site would read what is typed. */
function PasswordRefused() {
  return (
    <div className="grid justify-items-start gap-3">
      <Alert>{m.password_foreign_script()}</Alert>
      <Button onClick={() => location.reload()}>{m.reload()}</Button>
    </div>
  )
}
