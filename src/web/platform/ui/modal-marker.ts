let openModals = 0

/**
 * While a modal shows, the page's body carries `modal-open` and does not scroll (product.md section 4). Returns a
 * function that removes the class; the last modal to close does.
 */
export function markModalOpen(): () => void {
  openModals += 1
  document.body.classList.add('modal-open')
  return () => {
    openModals -= 1
    if (openModals === 0) document.body.classList.remove('modal-open')
  }
}
