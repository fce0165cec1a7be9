import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import type { RichText } from '#contract/rich-text.ts'

// where it cannot be had, the code is still there to be marked and copied
const CopyBlock = lazy<ComponentType<{ text: string }>>(() =>
  import('./copy-block.tsx').catch(() => ({ default: () => null })),
)

/** A block of code in a description, with a button that copies it. */
export function CodeBlock({ nodes, children }: { nodes: RichText | undefined; children: ReactNode }) {
  return (
    <div className="relative">
      <pre>{children}</pre>
      <Suspense>
        <CopyBlock text={wordsOf(nodes)} />
      </Suspense>
    </div>
  )
}

function wordsOf(nodes: RichText | undefined): string {
  return nodes?.map((node) => (typeof node === 'string' ? node : wordsOf(node.children))).join('') ?? ''
}
