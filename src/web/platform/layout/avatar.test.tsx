import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { Avatar } from './avatar.tsx'

const user = { ...someSession.user, avatarUrl: '/avatars/one.png' }
const picture = () => screen.queryByRole('presentation')

test('a user is shown by their picture', () => {
  show(<Avatar user={user} />)
  expect(picture()?.getAttribute('src')).toBe('/avatars/one.png')
  expect(screen.queryByText('AL')).toBeNull()
})

test('a user without a picture is shown by initials', () => {
  show(<Avatar user={someSession.user} />)
  expect(screen.getByText('AL')).toBeTruthy()
})

test('a picture that cannot be had makes way for initials', () => {
  show(<Avatar user={user} />)
  const image = picture()
  if (image) fireEvent.error(image)
  expect(picture()).toBeNull()
  expect(screen.getByText('AL')).toBeTruthy()
})
