/** Days within which a charge can be refunded on request, unless the operator gives more. product.md section 9, Refund period. */
export const usualRefundDays = 7
