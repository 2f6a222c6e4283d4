import { BlockList, isIP } from 'node:net'

/** The network that an address belongs to, as far as its text shows: names are not resolved. */
export type NetworkPlace = 'outside' | 'private' | 'this-machine' | 'link-local' | 'nowhere' | 'wrapped'

/**
 * The first row that contains an address defines its network. IANA's registries of special addresses; RFC 6890, 4193, 3927, 4291, 6052,
 * 3056.
 */
const NETWORKS = [
  ['this-machine', ['127.0.0.0/8', '::1/128']],
  ['nowhere', ['0.0.0.0/8', '::/128', '224.0.0.0/4', '240.0.0.0/4', 'ff00::/8', '100::/64']],
  // Reserved for documents and for measurements: no real machine has one.
  ['nowhere', ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '198.18.0.0/15', '2001:db8::/32']],
  // An IPv4 address inside an IPv6 address: it has no legitimate use, and would bypass the rows below.
  ['wrapped', ['::/96', '::ffff:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', '2001::/32']],
  ['link-local', ['169.254.0.0/16', 'fe80::/10']],
  ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7', 'fec0::/10']],
] as const satisfies [NetworkPlace, string[]][]

/** RFC 6761, RFC 6762 with its appendix G, RFC 8375, and the names that Debian and Fedora give to this machine. */
const NAMES = [
  ['this-machine', /^(.+\.)?(localhost|localdomain)$|^ip6-(localhost|loopback)$/],
  ['nowhere', /(^|\.)(example|invalid|test)$/],
  ['private', /^[^.]+$|\.(local|internal|intranet|private|corp|home|lan|home\.arpa)$/],
] as const satisfies [NetworkPlace, RegExp][]

const LISTS = NETWORKS.map(([place, networks]) => [place, listOf(networks)] as const)

/** Expects the host name of a parsed URL: there 0x7f.1, 2130706433 and 127.1 are 127.0.0.1 already. */
export function placeOf(hostname: string): NetworkPlace {
  const name = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const family = isIP(name)
  if (family === 0) return NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? 'outside'
  // Node finds plain IPv4 addresses in ::ffff:0:0/96 too.
  const fits = LISTS.filter(([place]) => family === 6 || place !== 'wrapped')
  return fits.find(([, list]) => list.check(name, family === 4 ? 'ipv4' : 'ipv6'))?.[0] ?? 'outside'
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}
