import type { ReactNode } from 'react'
import { Button } from '#web/platform/ui/button.tsx'
import { Icon } from '#web/platform/ui/icon.tsx'

type StoredCardProps = {
  /** Names the card. */
  children: ReactNode
  anotherLabel: string
  onAnother: () => void
}

/** A card that is stored with the provider already, and a button to enter another one. */
export function StoredCard({ children, anotherLabel, onAnother }: StoredCardProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-accent-soft px-4 py-3">
      <p className="flex items-center gap-2.5 font-medium">
        <Icon name="check" className="size-4 text-accent" />
        {children}
      </p>
      <Button onClick={onAnother}>{anotherLabel}</Button>
    </div>
  )
}
