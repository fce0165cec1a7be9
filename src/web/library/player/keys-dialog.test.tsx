import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '#support/screen.tsx'
import { useLocalState } from '#web/platform/site/store.ts'
import KeysDialog from './keys-dialog.tsx'

beforeEach(() => useLocalState.getState().reset())

test('lists every key with its effect', () => {
  show(<KeysDialog onClose={() => undefined} />)
  const rows = [...document.querySelectorAll('.keys-list > div')].map((row) => row.textContent)
  expect(rows).toContain('Play or pausekSpace')
  expect(rows).toContain('Next videoShiftN')
  expect(rows).toHaveLength(16)
})

test('has a switch that turns the single keys off, which is remembered', async () => {
  show(<KeysDialog onClose={() => undefined} />)
  await userEvent.click(screen.getByRole('checkbox', { name: /Single keys/ }))
  expect(useLocalState.getState().letterKeys).toBe(false)
})

test('closes by its button and by Escape', async () => {
  const onClose = vi.fn()
  show(<KeysDialog onClose={onClose} />)
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalled()
})
