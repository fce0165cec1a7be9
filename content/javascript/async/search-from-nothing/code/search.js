const field = document.querySelector('input')
const list = document.querySelector('ul')
const status = document.querySelector('[role=status]')
let timer
let running

field.addEventListener('input', () => {
  clearTimeout(timer)
  const text = field.value.trim()
  if (text === '') {
    running?.abort()
    status.textContent = ''
    return show([])
  }
  timer = setTimeout(() => searchAndSay(text), 200)
})

async function searchAndSay(text) {
  status.textContent = 'Searching …'
  try {
    await search(text)
    status.textContent = ''
  } catch (error) {
    if (error.name === 'AbortError') return
    status.textContent = 'No answer. Try again.'
  }
}

async function search(text) {
  running?.abort()
  running = new AbortController()
  const { signal } = running
  const query = new URLSearchParams({ q: text })
  const url = `/products?${query}`
  const reply = await fetch(url, { signal })
  if (!reply.ok) throw new Error(reply.statusText)
  show(await reply.json())
}

function show(products) {
  list.replaceChildren(
    ...products.map(({ name }) => {
      const item = document.createElement('li')
      item.textContent = name
      return item
    }),
  )
}
