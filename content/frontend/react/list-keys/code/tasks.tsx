import { useState } from 'react'

type Task = { id: string; title: string }

function Row({ task }: { task: Task }) {
  return <li>{task.title} <input placeholder="note" /></li>
}

// type a note, then remove the first task: the note stays in its place, and so beside the wrong task
export function ByIndex({ tasks }: { tasks: Task[] }) {
  return <ul>{tasks.map((task, index) => <Row key={index} task={task} />)}</ul>
}

// the note goes with its task
export function ById({ tasks }: { tasks: Task[] }) {
  return <ul>{tasks.map((task) => <Row key={task.id} task={task} />)}</ul>
}

export function Compare() {
  const [tasks, setTasks] = useState([
    { id: 'a', title: 'Bake bread' },
    { id: 'b', title: 'Write tests' },
  ])
  return (
    <>
      <button onClick={() => setTasks(tasks.slice(1))}>Remove the first</button>
      <ByIndex tasks={tasks} />
      <ById tasks={tasks} />
    </>
  )
}
