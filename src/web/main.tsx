import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import {
  categoriesQuery,
  configQuery,
  newQueryClient,
  sessionQuery,
  versionsQuery,
  videosQuery,
} from './queries.ts'
import { routeAt } from './routes.tsx'
import './styles.css'

const client = newQueryClient()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const here = routeAt(location.pathname)
if (here && ['landing', 'content', 'category', 'video'].includes(here.name)) {
  void client.prefetchQuery(videosQuery)
  void client.prefetchQuery(categoriesQuery)
  void client.prefetchQuery(versionsQuery)
}
// what the server sent stays readable until the page can replace it as a whole
await Promise.allSettled([
  here?.page.preload(),
  client.prefetchQuery(configQuery),
  client.prefetchQuery(sessionQuery),
])
createRoot(root).render(<App client={client} />)
