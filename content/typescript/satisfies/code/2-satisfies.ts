const routes = {
  home: '/',
  pricing: '/pricing',
} satisfies Record<string, string>

// @ts-expect-error Property 'pricng' does not exist. Did you mean 'pricing'?
routes.pricng   // a typing mistake

export {}
