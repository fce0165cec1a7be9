import { useEffect, useState } from 'react'
import { join } from './rooms.ts'

export function Chat({ roomId }: { roomId: string }) {
  const [messages, setMessages] = useState<string[]>([])

  useEffect(() => {
    const show = (text: string) => setMessages((before) => [...before, text])
    const room = join(roomId)
    room.onMessage(show)
    return () => room.leave()
  }, [roomId])

  return <ul>{messages.map((text, place) => <li key={place}>{text}</li>)}</ul>
}
