import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { Field } from './field.tsx'

/** A password input that can show what is typed. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false)
  const label = shown ? m.hide_password() : m.show_password()
  const Icon = shown ? EyeOff : Eye
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
