// node 1-before.js

const today = new Date('2026-06-30')
const invoices = [
  { id: 1, dueOn: new Date('2026-06-01'), paidOn: null },
  { id: 2, dueOn: new Date('2026-06-01'), paidOn: new Date('2026-06-05') },
  { id: 3, dueOn: new Date('2026-06-20'), paidOn: null },
]
const remind = ({ id }) => console.log(`reminding of ${id}`)

for (const invoice of invoices) {
  // overdue: not paid, more than 14 days late
  const days = (today - invoice.dueOn) / 86_400_000
  if (invoice.paidOn === null && days > 14) {
    remind(invoice)
  }
}
