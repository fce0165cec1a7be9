const routes: Record<string, string> = {
  home: '/',
  pricing: '/pricing',
}

// no error: the type says that any key is a string
routes.pricng   // a typing mistake

export {}
