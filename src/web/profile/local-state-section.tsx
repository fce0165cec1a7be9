import { m } from '#messages/generated/messages.js'
import { useLocalState } from '#web/site/store.ts'
import { Button } from '#web/ui/button.tsx'
import { notify } from '#web/ui/notifications-store.ts'
import { ProfileSection } from './profile-section.tsx'

/** Forgets what this browser remembers (product.md section 3: under one key, reset on request). */
export function LocalStateSection() {
  const reset = useLocalState((state) => state.reset)
  return (
    <ProfileSection title={m.profile_local_state()} lead={m.profile_local_state_text()}>
      <Button
        className="justify-self-start"
        onClick={() => {
          reset()
          notify(m.profile_local_state_done(), 'success')
        }}
      >
        {m.profile_local_state_reset()}
      </Button>
    </ProfileSection>
  )
}
