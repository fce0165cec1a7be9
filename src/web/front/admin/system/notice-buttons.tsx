import { m } from '#messages/generated/messages.js'
import { Button } from '#web/platform/ui/button.tsx'

type NoticeButtonsProps = {
  showing: boolean
  removing: boolean
  /** Undefined if none is stored. */
  onRemove: (() => void) | undefined
}

/** Shows a notice, or removes the one that is stored. */
export function NoticeButtons({ showing, removing, onRemove }: NoticeButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" variant="primary" busy={showing}>
        {m.notices_save()}
      </Button>
      {onRemove ? (
        <Button busy={removing} onClick={onRemove}>
          {m.notices_remove()}
        </Button>
      ) : null}
    </div>
  )
}
