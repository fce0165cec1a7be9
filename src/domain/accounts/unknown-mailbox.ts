/**
 * Whether a permanent refusal says that the mailbox of a recipient does not exist: status 5.1.x (RFC 3463, but for 5.1.7 and
 * 5.1.8, which are about the sender), or 550 without a status that names the mailbox. A full mailbox, a policy or a block of
 * the sender says nothing about the address.
 */
export function isUnknownMailbox(answer: string, recipient: string): boolean {
  const status = /(?<![\d.])5\.(\d{1,3})\.(\d{1,3})(?![\d.]*\d)/.exec(answer)
  if (status) return status[1] === '1' && status[2] !== '7' && status[2] !== '8'
  return /(?<!\d)550(?!\d)/.test(answer) && answer.toLowerCase().includes(recipient.toLowerCase())
}
