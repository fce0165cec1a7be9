/** Formats the twelve digits of an order number: `2611 0412 3456`. */
export function printedOrderNumber(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ')
}
