import { useEffect, useState } from 'react'

type User = { name: string }

function ignoreAbort(error: Error) {
  if (error.name !== 'AbortError') throw error
}

export function UserName({ id }: { id: string }) {
  const [user, setUser] = useState<User>()

  useEffect(() => {
    const controller = new AbortController()
    fetch(`/users/${id}`, { signal: controller.signal })
      .then((reply) => reply.json())
      .then(setUser, ignoreAbort)
    return () => controller.abort()
  }, [id])

  return <p>{user?.name}</p>
}
