import { useEffect } from 'react'
import { m } from '#messages/generated/messages.js'
import { useConfig } from '#web/platform/site/site.ts'

/** The page's name followed by the product's (product.md section 2). */
export function usePageTitle(page: string): void {
  const { productName } = useConfig()
  useEffect(() => {
    // changes the element that the server wrote; a second <title> would not be shown
    document.title = m.product_title({ page, product: productName })
  }, [page, productName])
}
