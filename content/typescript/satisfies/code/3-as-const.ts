const routes = {
  home: '/',
  pricing: '/pricing',
} as const satisfies Record<string, `/${string}`>

export type Path = (typeof routes)[keyof typeof routes]
//   '/' | '/pricing'

export const start: Path = '/'
// @ts-expect-error is no address of ours
export const elsewhere: Path = '/faq'
