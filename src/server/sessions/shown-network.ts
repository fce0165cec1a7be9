/**
 * A network as somebody may see it: enough to recognise one's own, its last part left out ('192.0.2.x',
 * '2001:db8:1:x'). Takes what `clientNetwork` answers.
 */
export function shownNetwork(network: string): string {
  return network.replace(/(?<=\.)\d+$|(?<=:)[\da-f]+::\/64$/, 'x')
}
