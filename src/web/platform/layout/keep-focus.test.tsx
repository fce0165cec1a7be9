import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { Modal } from '#web/platform/ui/modal.tsx'
import { keepFocus } from './keep-focus.ts'

beforeAll(keepFocus)

function Page({ asks = false }: { asks?: boolean }) {
  const [gone, setGone] = useState(false)
  const [open, setOpen] = useState(false)
  const remove = () => {
    setOpen(false)
    setGone(true)
  }
  return (
    <main>
      <h1>Page</h1>
      <section>
        <h2>Newsletter</h2>
        {gone ? null : (
          <section>
            <h3>Subscribed</h3>
            <button type="button" onClick={asks ? () => setOpen(true) : remove}>
              Unsubscribe
            </button>
          </section>
        )}
        <button type="button">Other</button>
      </section>
      <Modal title="Sure?" onClose={() => setOpen(false)}>
        {open && (
          <button type="button" onClick={remove}>
            Yes
          </button>
        )}
      </Modal>
    </main>
  )
}

function Film() {
  const [gone, setGone] = useState(false)
  return (
    <main>
      <h1>Film</h1>
      <section className="player">
        {gone ? null : (
          <button type="button" onClick={() => setGone(true)}>
            Back
          </button>
        )}
      </section>
    </main>
  )
}

const focused = () => document.activeElement?.textContent
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a button that disappears when pressed leaves the focus in its section, and Tab continues from there', async () => {
  render(<Page />)
  await press('Unsubscribe')
  await waitFor(() => expect(focused()).toBe('Newsletter'))
  await userEvent.tab()
  expect(focused()).toBe('Other')
})

test('so does a dialog whose opener is removed when it closes', async () => {
  render(<Page asks />)
  await press('Unsubscribe')
  await press('Yes')
  await waitFor(() => expect(focused()).toBe('Newsletter'))
})

test('a dialog that is left gives the focus back to what opened it', async () => {
  render(<Page asks />)
  await press('Unsubscribe')
  await screen.findByRole('dialog')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(focused()).toBe('Unsubscribe'))
})

test('what keeps its element keeps the focus', async () => {
  render(<Page />)
  await press('Other')
  expect(focused()).toBe('Other')
})

test('a player gets no focus, which would bring its bar up, but the heading of the page does', async () => {
  render(<Film />)
  await press('Back')
  await waitFor(() => expect(focused()).toBe('Film'))
})

function Drawn({ anew }: { anew: boolean }) {
  const key = String(anew)
  return (
    <main>
      <h1>Results</h1>
      <div id="results" tabIndex={-1} key={`results ${key}`}>
        films
      </div>
      <div key={`links ${key}`} className={anew ? undefined : 'document'}>
        <a href="/faq">first</a>
        <a href="/faq">second</a>
      </div>
    </main>
  )
}

function inRoot(element: ReactNode): ReturnType<typeof render> {
  const container = document.createElement('div')
  container.id = 'root'
  return render(element, { container: document.body.appendChild(container) })
}

test('an element rendered again with its id regains the focus', async () => {
  const { rerender } = render(<Drawn anew />)
  const before = screen.getByText('films')
  before.focus()
  rerender(<Drawn anew={false} />)
  const after = screen.getByText('films')
  expect(after).not.toBe(before)
  await waitFor(() => expect(document.activeElement).toBe(after))
})

function Listing({ shows }: { shows: 'document' | 'placeholder' | 'videos' }) {
  return (
    <main key={shows} inert={shows === 'placeholder'}>
      <div id="results" tabIndex={-1}>
        {shows}
      </div>
    </main>
  )
}

test('where that is a placeholder first, what follows it has the focus', async () => {
  const { rerender } = render(<Listing shows="document" />)
  screen.getByText('document').focus()
  rerender(<Listing shows="placeholder" />)
  await Promise.resolve()
  expect(document.activeElement).toBe(document.body)
  rerender(<Listing shows="videos" />)
  await waitFor(() => expect(focused()).toBe('videos'))
})

test('the link of the page that takes the place of one in the served document has the focus', async () => {
  const { rerender } = inRoot(<Drawn anew={false} />)
  screen.getByText('second').focus()
  rerender(<Drawn anew />)
  await waitFor(() => expect(focused()).toBe('second'))
})
