import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { RichText } from '#contract/rich-text.ts'
import { show } from '#support/screen.tsx'
import { Description } from '#web/library/videos/description.tsx'
import { CodeBlock } from './code-block.tsx'

test('a code block in a description is copied unchanged', async () => {
  const user = userEvent.setup()
  const code = { tag: 'code', children: ["let a = '<b>'\n", { tag: 'em', children: ['let b'] }] } as const
  const text: RichText = [
    { tag: 'ul', children: [{ tag: 'li', children: [{ tag: 'pre', children: [code] }] }] },
  ]
  show(<Description source="```" text={text} block={CodeBlock} />)
  expect(document.querySelector('pre')?.textContent).toBe("let a = '<b>'\nlet b")
  await user.click(await screen.findByRole('button', { name: 'Copy this code' }))
  expect(await navigator.clipboard.readText()).toBe("let a = '<b>'\nlet b")
  expect(await screen.findByRole('button', { name: 'Code copied' })).toBeTruthy()
})
