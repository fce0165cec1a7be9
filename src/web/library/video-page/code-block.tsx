import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import type { RichText } from '#contract/rich-text.ts'

// if it cannot be loaded, the code can still be selected and copied
const CopyBlock = lazy<ComponentType<{ text: string }>>(() =>
  import('./copy-block.tsx').catch(() => ({ default: () => null })),
)

/** A code block in a description, with a copy button. */
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
