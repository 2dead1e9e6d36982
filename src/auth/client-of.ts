import { isIPv6 } from 'node:net'

/**
 * Who a network address stands for: an IPv4 address itself, an IPv6 address's /64, because that much is what one
 * customer gets. An IPv4 address in IPv6 clothes is the IPv4 address.
 */
export function clientOf(ip: string): string {
  // Most addresses are IPv4, and the full pattern is dear.
  if (!ip.includes(':') || !isIPv6(ip)) return ip
  const mapped = /^::ffff:([0-9]+\.[0-9]+\.[0-9]+\.[0-9]+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  const groups = expand(ip.split('%')[0] ?? ip)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    const [, , , , , , high = 0, low = 0] = groups
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight 16-bit groups of an address that is known to be one. */
function expand(ip: string): number[] {
  const dotted = /^(.*:)([0-9]+)\.([0-9]+)\.([0-9]+)\.([0-9]+)$/.exec(ip)
  const plain = dotted ? `${dotted[1]}${pair(dotted[2], dotted[3])}:${pair(dotted[4], dotted[5])}` : ip
  const [head = '', tail] = plain.split('::')
  const toGroups = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const left = toGroups(head)
  const right = tail === undefined ? [] : toGroups(tail)
  return [...left, ...new Array<number>(8 - left.length - right.length).fill(0), ...right]
}

const pair = (high: string | undefined, low: string | undefined): string =>
  (Number(high) * 256 + Number(low)).toString(16)
