// Which addresses a request to a URL of a user may reach: only public ones, so that nobody can use the server to reach
// its own network (SSRF). The operator can allow networks and names. The check is part of the connection: a name is
// resolved once, and the connection uses only the addresses that were checked (T-128).
import { lookup as resolveName } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** The special-purpose ranges of IPv4 (IANA registry), and multicast. */
const specialIPv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** Only this range of IPv6 is public; these parts of it are not, or lead to IPv4 addresses. */
const publicIPv6 = ['2000::/3']
const specialIPv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

function networks(list: readonly string[]): BlockList {
  const blocks = new BlockList()
  for (const network of list) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    blocks.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  }
  return blocks
}

const special = networks([...specialIPv4, ...specialIPv6])
const global6 = networks(publicIPv6)

const inNetworks = (blocks: BlockList, address: string): boolean =>
  blocks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

const isPublic = (address: string): boolean =>
  isIP(address) !== 0 && !inNetworks(special, address) && (isIP(address) === 4 || inNetworks(global6, address))

export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

export type ResolveName = (name: string) => Promise<readonly ResolvedAddress[]>

const resolveAll: ResolveName = (name) => resolveName(name, { all: true })

/** The URL, or an address behind it, may not be reached. */
export class AddressRefused extends Error {}

const isNetwork = (entry: string): boolean => isIP(entry.split('/')[0] ?? '') !== 0

export class AddressGuard {
  readonly #allowedNames: ReadonlySet<string>
  readonly #allowedNetworks: BlockList
  readonly #resolve: ResolveName

  /** `allowed` has addresses, networks and names. */
  constructor(allowed: readonly string[], resolve: ResolveName = resolveAll) {
    this.#allowedNames = new Set(allowed.filter((entry) => !isNetwork(entry)).map((name) => name.toLowerCase()))
    this.#allowedNetworks = networks(allowed.filter(isNetwork))
    this.#resolve = resolve
  }

  /** Checks all of a URL that is known before its name is resolved. Node does not look up an address, so it is here. */
  checkUrl(url: URL): void {
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new AddressRefused('only https URLs are allowed')
    if (url.username !== '' || url.password !== '') throw new AddressRefused('the URL has a username or a password')
    const host = hostOf(url)
    if (isIP(host) !== 0) this.#checkAddress(url, host)
    else if (host === '') throw new AddressRefused('the URL has no host')
  }

  /** The `lookup` of a connection to this URL. It fails if any address of the name may not be reached. */
  lookupFor(url: URL): LookupFunction {
    return (name, options, callback) => {
      this.#resolveChecked(url, name).then(
        (addresses) => {
          const [first] = addresses
          if (options.all === true) callback(null, [...addresses])
          else callback(null, first?.address ?? '', first?.family)
        },
        (error: NodeJS.ErrnoException) => callback(error, ''),
      )
    }
  }

  async #resolveChecked(url: URL, name: string): Promise<readonly ResolvedAddress[]> {
    const addresses = await this.#resolve(name)
    if (addresses.length === 0) throw new AddressRefused('the name has no address')
    for (const { address } of addresses) this.#checkAddress(url, address)
    return addresses
  }

  #checkAddress(url: URL, address: string): void {
    if (this.#allowedNames.has(hostOf(url))) return
    if (isIP(address) !== 0 && inNetworks(this.#allowedNetworks, address)) return
    if (url.protocol !== 'https:') throw new AddressRefused('only https URLs are allowed')
    if (!isPublic(address)) throw new AddressRefused('the address is not public')
  }
}

/** Without the brackets of IPv6 and the full stop at the end of a complete name. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
