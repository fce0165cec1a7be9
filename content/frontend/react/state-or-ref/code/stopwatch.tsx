import { useRef, useState } from 'react'

// what is shown is state; what is only remembered is a ref
export function Stopwatch() {
  const [seconds, setSeconds] = useState(0)
  const timer = useRef<number>(undefined)
  const tick = () => setSeconds((s) => s + 1)

  function start() {
    clearInterval(timer.current)
    timer.current = window.setInterval(tick, 1000)
  }
  return <button onClick={start}>{seconds} s</button>
}
