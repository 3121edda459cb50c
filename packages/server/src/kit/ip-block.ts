// Groups IP addresses by customer, for rate limits. An IPv4 address is one customer; an IPv6 customer has at least a
// /64 and can use any address in it. There is no lookup, and a text that is no address is returned as it is.

/** One text for all addresses that the same customer can use. */
export function ipBlock(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::')
  const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'))
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const block = [...before, ...zeros, ...after].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${block.join(':')}::/64`
}
