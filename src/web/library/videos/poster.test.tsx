import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#support/screen.tsx'
import { someVideo } from '#support/some-library.tsx'
import { Poster } from './poster.tsx'

test('a film without a poster has a drawn one with its title and topic, of the colour of the topic', async () => {
  const film = (id: string, categoryId: string) => (
    <Poster video={someVideo(id, { categoryId })} topic={categoryId} sizes="10rem" />
  )
  show(
    <>
      {film('Closures', 'language')}
      {film('Generators', 'language')}
      {film('Test doubles', 'testing')}
    </>,
  )
  const [one, same, other] = (await screen.findAllByText(/./, { selector: '.drawn-poster-title' })).map(
    (title) => title.parentElement,
  )
  expect(one?.textContent).toBe('languageClosures')
  expect(one?.dataset.turn).toBe(same?.dataset.turn)
  expect(one?.dataset.turn).not.toBe(other?.dataset.turn)
})
