import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { configQuery, newQueryClient, sessionQuery } from './queries.ts'
import { routeAt } from './routes.tsx'
import './styles.css'

const client = newQueryClient()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// what the server sent stays readable until the page can replace it as a whole
await Promise.allSettled([
  routeAt(location.pathname)?.page.preload(),
  client.prefetchQuery(configQuery),
  client.prefetchQuery(sessionQuery),
])
createRoot(root).render(<App client={client} />)
