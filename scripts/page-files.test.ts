import { expect, test } from 'vitest'
import { allPages } from '../src/contract/desk/desk-pages.ts'
import { modulesOfPages } from './page-files.ts'

test('every page of the contract is in a table, and pages with queries have the files that all of them share', () => {
  const modules = modulesOfPages()
  expect(Object.keys(modules).toSorted()).toEqual(Object.keys(allPages).toSorted())
  expect(modules.landing).toEqual(['front/landing/landing-page.tsx'])
  expect(modules.video).toEqual(['library/video-page/video-page.tsx', 'platform/site/query-root.tsx'])
  expect(modules.profile).toEqual([
    'business/profile/profile-page.tsx',
    'platform/site/query-root.tsx',
    'further-pages.ts',
  ])
})
