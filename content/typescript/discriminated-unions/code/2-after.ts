type User = { name: string }

type Request =
  | { status: 'loading' }
  | { status: 'failed', error: Error }
  | { status: 'done', user: User }

export function title(request: Request) {
  if (request.status === 'done')
    return request.user.name
  return 'Please wait'
}

// with a case that was forgotten, `never` does not compile
export function forgetfulTitle(request: Request) {
  switch (request.status) {
    case 'loading': return 'Please wait'
    case 'done': return request.user.name
    default: {
      // @ts-expect-error the case 'failed' is missing
      const forgotten: never = request
      return forgotten
    }
  }
}

export function completeTitle(request: Request) {
  switch (request.status) {
    case 'loading': return 'Please wait'
    case 'failed': return request.error.message
    case 'done': return request.user.name
    default: {
      const forgotten: never = request
      return forgotten
    }
  }
}
