import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

/** A row of tabs; only the chosen one's content is rendered. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  className = '',
}: {
  /** What the row is about, for screen readers. */
  label: string
  tabs: readonly { readonly value: Value; readonly label: ReactNode; readonly content: ReactNode }[]
  /** Chosen tab, where the parent keeps it; else the first is chosen to begin with. */
  value?: Value
  onChange?: (value: Value) => void
  className?: string
}) {
  const choice = value === undefined ? { defaultValue: tabs[0]?.value } : { value }
  return (
    <BaseTabs.Root className={className} {...choice} onValueChange={(next: Value) => onChange?.(next)}>
      <BaseTabs.List aria-label={label} className="flex gap-6 border-b border-line">
        {tabs.map((tab) => (
          <BaseTabs.Tab key={tab.value} value={tab.value} className="tab">
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.value} value={tab.value} className="pt-6">
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
}
