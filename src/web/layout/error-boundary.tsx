import { Component, type ReactNode } from 'react'
import { m } from '#messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** What is shown in place of a screen that broke. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div role="alert">
        <EmptyState title={m.failure()} action={<ReloadButton />}>
          {m.failure_advice()}
        </EmptyState>
      </div>
    )
  }
}

function ReloadButton() {
  return (
    <Button variant="primary" onClick={() => location.reload()}>
      {m.reload()}
    </Button>
  )
}
