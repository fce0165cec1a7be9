const field = document.querySelector('input')
const list = document.querySelector('ul')
let timer
let running

field.addEventListener('input', () => {
  clearTimeout(timer)
  timer = setTimeout(() => {
    search(field.value).catch((error) => {
      if (error.name !== 'AbortError') throw error
    })
  }, 200)
})

async function search(text) {
  running?.abort()
  running = new AbortController()
  const { signal } = running
  const query = new URLSearchParams({ q: text })
  const url = `/products?${query}`
  const reply = await fetch(url, { signal })
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
