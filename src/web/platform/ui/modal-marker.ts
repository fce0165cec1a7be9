let openModals = 0

/**
 * Sets `modal-open` on the body, which stops scrolling, while a modal is open (product.md section 4). Returns a
 * function that removes the class when the last modal closes.
 */
export function markModalOpen(): () => void {
  openModals += 1
  document.body.classList.add('modal-open')
  return () => {
    openModals -= 1
    if (openModals === 0) document.body.classList.remove('modal-open')
  }
}
