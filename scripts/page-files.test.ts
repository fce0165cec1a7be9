import { expect, test } from 'vitest'
import { pages } from '../src/contract/pages.ts'
import { modulesOfPages } from './page-files.ts'

test('every page of the contract is in a table, and pages with queries have the files that all of them share', () => {
  const modules = modulesOfPages()
  expect(Object.keys(modules).toSorted()).toEqual(Object.keys(pages).toSorted())
  expect(modules.landing).toEqual(['front/landing/landing-page.tsx'])
  expect(modules.video).toEqual(['library/video-page/video-page.tsx', 'platform/site/query-root.tsx'])
  expect(modules.profile).toEqual([
    'business/profile/profile-page.tsx',
    'platform/site/query-root.tsx',
    'further-pages.ts',
  ])
})
