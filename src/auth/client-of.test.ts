import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clientOf } from './client-of.ts'

describe('clientOf', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
    ['0:0:0:0:0:ffff:192.0.2.33', '192.0.2.33'],
    ['0:0:0:0:0:ffff:ff00:ff', '255.0.0.255'],
    ['0:0:0:0:0:ffff:255.254.1.0', '255.254.1.0'],
    ['::fffe:192.0.2.1', '0:0:0:0::/64'],
    ['::1:ffff:c000:201', '0:0:0:0::/64'],
    ['1::ffff:c000:201', '1:0:0:0::/64'],
    ['2001:db8:1::2:3', '2001:db8:1:0::/64'],
    ['2001:db8:1:2:3:4:5::', '2001:db8:1:2::/64'],
    ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
    ['1::3:4:5:6:7:8', '1:0:3:4::/64'],
    ['not an address', 'not an address'],
    ['not:an:address', 'not:an:address'],
  ])('default: %s is %s', (ip, client) => expect(clientOf(ip)).toBe(client))
  test('behavior: the last 64 bits do not matter, the first do', () => {
    const group = fc.integer({ min: 1, max: 0xffff })
    const half = fc.tuple(group, group, group, group)
    const text = (groups: number[]) => groups.map((each) => each.toString(16)).join(':')
    fc.assert(
      fc.property(half, half, half, (network, one, two) => {
        expect(clientOf(text([...network, ...one]))).toBe(clientOf(text([...network, ...two])))
        expect(clientOf(text([...network, ...one]))).toBe(`${text(network)}::/64`)
      }),
    )
  })
})
