import { useEffect } from 'react'
import { m } from '#messages/generated/messages.js'
import { useConfig } from '#web/platform/site/site.ts'

/** Sets the document's title: the page's name, then the product's (product.md section 2). */
export function usePageTitle(page: string): void {
  const { productName } = useConfig()
  useEffect(() => {
    // changes the element from the server: browsers ignore a second <title>
    document.title = m.product_title({ page, product: productName })
  }, [page, productName])
}
