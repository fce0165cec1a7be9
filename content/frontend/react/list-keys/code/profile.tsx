import { useState } from 'react'

type User = { id: string; name: string }

function ProfileForm({ user }: { user: User }) {
  const [name, setName] = useState(user.name)
  return <input value={name} onChange={(event) => setName(event.target.value)} />
}

// another user is another form: its state begins anew
export function Profile({ user }: { user: User }) {
  return <ProfileForm key={user.id} user={user} />
}
