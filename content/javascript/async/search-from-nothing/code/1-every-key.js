const field = document.querySelector('input')
const list = document.querySelector('ul')

field.addEventListener('input', () => {
  search(field.value)
})

async function search(text) {
  const query = new URLSearchParams({ q: text })
  const reply = await fetch(`/products?${query}`)
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
