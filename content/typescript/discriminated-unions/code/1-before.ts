type User = { name: string }

// what is a request that is loading, has failed and has a user?
type Request = {
  loading: boolean
  error?: Error
  user?: User
}

export function title(request: Request) {
  if (request.user) return request.user.name
  return 'Please wait'
}
