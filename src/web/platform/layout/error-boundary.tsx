import { Component, type ReactNode } from 'react'
import { m } from '#messages/generated/messages.js'
import { Button } from '#web/platform/ui/button.tsx'
import { EmptyState } from '#web/platform/ui/empty-state.tsx'

type Props = {
  children: ReactNode
  /**
   * A failed screen is rendered again when this changes. A `key` would do so too, but would also end a full-screen
   * film.
   */
  place?: string
}

/** Shown in place of a screen that failed. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  override componentDidUpdate({ place }: Props) {
    if (this.state.failed && place !== this.props.place) this.setState({ failed: false })
  }

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
