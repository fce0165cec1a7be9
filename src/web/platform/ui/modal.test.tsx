import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Modal } from './modal.tsx'

afterEach(cleanup)

function Page({ content = 'Sure?' }: { content?: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Modal title="A question" onClose={() => setOpen(false)}>
        {open && <p>{content}</p>}
      </Modal>
    </>
  )
}

function Prompt() {
  const field = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ask
      </button>
      <Modal title="T" onClose={() => setOpen(false)} initialFocus={field}>
        {open && <input ref={field} aria-label="answer" />}
      </Modal>
    </>
  )
}

async function opened(): Promise<void> {
  render(<Page />)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('dialog', { name: 'A question' })
}

function expectClosed(): Promise<void> {
  return waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.body.classList.contains('modal-open')).toBe(false)
  })
}

describe('the modal', () => {
  test.each([[null], [undefined], [false]])('is closed while its content is %s', (content) => {
    render(
      <Modal title="Nothing" onClose={() => undefined}>
        {content}
      </Modal>,
    )
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.body.classList.contains('modal-open')).toBe(false)
  })

  test('marks the body and locks the scrolling of the page while it is open', async () => {
    await opened()
    expect(document.body.classList.contains('modal-open')).toBe(true)
    await waitFor(() => {
      const { documentElement: root, body } = document
      expect([
        root.style.overflow,
        root.style.overflowY,
        body.style.overflow,
        body.style.overflowY,
      ]).toContain('hidden')
    })
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await expectClosed()
  })

  test('is closed by the close key', async () => {
    await opened()
    await userEvent.keyboard('{Escape}')
    await expectClosed()
  })

  test('is closed by its close button', async () => {
    await opened()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await expectClosed()
  })

  test('is closed by a click on the backdrop, not by one inside', async () => {
    await opened()
    await userEvent.click(screen.getByText('Sure?'))
    expect(screen.getByRole('dialog')).toBeTruthy()
    const backdrop = document.querySelector('.modal-viewport')
    if (!backdrop) throw new Error('no backdrop')
    await userEvent.click(backdrop)
    await expectClosed()
  })

  test('listens for the close key only while it is open', async () => {
    const onClose = vi.fn<() => void>()
    const { rerender } = render(<Modal title="T" onClose={onClose} />)
    await userEvent.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    rerender(
      <Modal title="T" onClose={onClose}>
        content
      </Modal>,
    )
    await screen.findByRole('dialog')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })

  test('focuses the given element, and restores the focus', async () => {
    render(<Prompt />)
    await userEvent.click(screen.getByRole('button', { name: 'Ask' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('answer')))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Ask'))
  })

  test('leaves the mark on the body until the last of two is closed', async () => {
    const two = (second: boolean) => (
      <>
        <Modal title="First" onClose={() => undefined}>
          one
        </Modal>
        <Modal title="Second" onClose={() => undefined}>
          {second && 'two'}
        </Modal>
      </>
    )
    const { rerender, unmount } = render(two(true))
    rerender(two(false))
    expect(document.body.classList.contains('modal-open')).toBe(true)
    unmount()
    expect(document.body.classList.contains('modal-open')).toBe(false)
  })
})

test('a form in a dialog does not submit the form that the dialog was opened in', async () => {
  const [outer, inner] = [vi.fn(), vi.fn((event: FormEvent) => event.preventDefault())]
  render(
    <form onSubmit={outer}>
      <Modal title="Password" onClose={() => undefined}>
        <form onSubmit={inner}>
          <button type="submit">Send</button>
        </form>
      </Modal>
    </form>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(inner).toHaveBeenCalledOnce()
  expect(outer).not.toHaveBeenCalled()
})
