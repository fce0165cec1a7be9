import type { ReactNode } from 'react'

/** A dense table of the admin's; a long one scrolls in its own frame, below a head that stays. */
export function ScrollingTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
      tabIndex={0}
      className="sticky-heads max-h-[70vh] overflow-auto"
    >
      <table className="table w-full">{children}</table>
    </section>
  )
}
