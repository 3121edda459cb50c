// Addresses grouped by owner: IPv4 one by one, IPv6 by networks of 64 bits.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ipBlock } from '../../src/kit/ip-block.ts'

test('T-47: every address of an IPv6 network counts as that network, in every spelling', () => {
  for (const [address, block] of [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
  ] as const) {
    assert.equal(ipBlock(address), block, address)
  }
})
