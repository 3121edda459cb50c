// A model of a large installation. A request waits for a server, for the coordinator of the database and for the
// machine with its account, in this order; each serves first come, first served. The processor times are measured
// elsewhere (capacity.ts). The network, the proxy and the way back to the client are not in it.

/** Mean processor time of one kind of request, in microseconds, and its share of all requests. */
export interface RequestCost {
  readonly share: number
  readonly server: number
  /** 0 if servers talk to the machine with the account. */
  readonly coordinator: number
  readonly database: number
  /** Writes of one account wait for each other until they are on disk. */
  readonly writes: boolean
}

export interface Installation {
  readonly accounts: number
  readonly perSecond: number
  /** Processes with one core each. */
  readonly servers: number
  readonly coordinatorCores: number
  readonly machines: number
  readonly coresPerMachine: number
  /** Until a transaction is on disk, in milliseconds. */
  readonly commitMs: number
}

/** Uses are shares of the cores, 0 to 1. With more than 1 the queues grow without end. Times are in milliseconds. */
export interface Simulated {
  readonly serverUse: number
  readonly coordinatorUse: number
  readonly databaseUse: number
  readonly busiestMachineUse: number
  readonly p50: number
  readonly p99: number
  readonly busiestAccountPerSecond: number
  readonly busiestAccountP99: number
}

/** A number from 0 to 1, without 1. */
export type Random = () => number

interface Request {
  readonly arrivedAt: number
  /** The rank of its account, 1 for the busiest. */
  readonly account: number
  readonly cost: RequestCost
  /** When the last station was done with it. */
  doneAt: number
}

/** Cores with one queue. */
class Station {
  readonly #freeAt: Float64Array
  busyMs = 0

  constructor(cores: number) {
    this.#freeAt = new Float64Array(cores)
  }

  /** Returns when work is done that can begin at `from`. */
  serve(from: number, ms: number): number {
    if (this.#freeAt.length === 0) return from
    const core = this.#freeAt.reduce((first, at, index) => (at < (this.#freeAt[first] ?? 0) ? index : first), 0)
    const doneAt = Math.max(from, this.#freeAt[core] ?? 0) + ms
    this.#freeAt[core] = doneAt
    this.busyMs += ms
    return doneAt
  }
}

const stations = (count: number, cores: number): Station[] => Array.from({ length: count }, () => new Station(cores))

/** Exponential, as the times between independent events are. */
const randomAround = (random: Random, mean: number): number => -Math.log(1 - random()) * mean

/** The account of rank n is half as busy as that of rank n / 2 (Zipf's law): few accounts send most requests. */
const randomAccount = (random: Random, accounts: number): number =>
  Math.min(accounts, Math.floor((accounts + 1) ** random()))

function randomCost(random: Random, costs: readonly RequestCost[]): RequestCost {
  let rest = random() * costs.reduce((sum, { share }) => sum + share, 0)
  for (const cost of costs) {
    rest -= cost.share
    if (rest < 0) return cost
  }
  throw new Error('no kind of request has a share')
}

function randomRequests(random: Random, seconds: number, installation: Installation, costs: readonly RequestCost[]) {
  const requests: Request[] = []
  const gapMs = 1000 / installation.perSecond
  for (let at = randomAround(random, gapMs); at < 1000 * seconds; at += randomAround(random, gapMs)) {
    const account = randomAccount(random, installation.accounts)
    requests.push({ arrivedAt: at, doneAt: at, account, cost: randomCost(random, costs) })
  }
  return requests
}

/** Accounts are spread by a hash, not by their rank. */
const machineOf = (account: number, machines: number): number => (Math.imul(account, 2_654_435_761) >>> 0) % machines

const inOrder = (requests: Request[]): Request[] => requests.sort((a, b) => a.doneAt - b.doneAt)

const quantile = (requests: readonly Request[], part: number): number =>
  requests.map(({ doneAt, arrivedAt }) => doneAt - arrivedAt).sort((a, b) => a - b)[
    Math.floor(part * requests.length)
  ] ?? 0

/** Writes wait for the last write of their account and for the disk. */
function runStatements(random: Random, requests: Request[], machines: readonly Station[], commitMs: number): void {
  const lastWrites = new Map<number, number>()
  for (const request of inOrder(requests)) {
    const { account, cost } = request
    const machine = machines[machineOf(account, machines.length)]
    const from = cost.writes ? Math.max(request.doneAt, lastWrites.get(account) ?? 0) : request.doneAt
    request.doneAt =
      (machine?.serve(from, randomAround(random, cost.database / 1000)) ?? 0) + (cost.writes ? commitMs : 0)
    if (cost.writes) lastWrites.set(account, request.doneAt)
  }
}

export function simulate(
  random: Random,
  seconds: number,
  installation: Installation,
  costs: readonly RequestCost[],
): Simulated {
  const requests = randomRequests(random, seconds, installation, costs)
  const servers = stations(installation.servers, 1)
  const coordinator = new Station(installation.coordinatorCores)
  const machines = stations(installation.machines, installation.coresPerMachine)
  requests.forEach((request, at) => {
    const server = servers[at % servers.length]
    request.doneAt = server?.serve(request.doneAt, randomAround(random, request.cost.server / 1000)) ?? 0
  })
  for (const request of inOrder(requests))
    request.doneAt = coordinator.serve(request.doneAt, randomAround(random, request.cost.coordinator / 1000))
  runStatements(random, requests, machines, installation.commitMs)
  const useOf = (some: readonly Station[], cores: number): number =>
    cores === 0 ? 0 : some.reduce((sum, { busyMs }) => sum + busyMs, 0) / (1000 * seconds * some.length * cores)
  const busiest = requests.filter(({ account }) => account === 1)
  return {
    serverUse: useOf(servers, 1),
    coordinatorUse: useOf([coordinator], installation.coordinatorCores),
    databaseUse: useOf(machines, installation.coresPerMachine),
    busiestMachineUse: Math.max(...machines.map((machine) => useOf([machine], installation.coresPerMachine))),
    p50: quantile(requests, 0.5),
    p99: quantile(requests, 0.99),
    busiestAccountPerSecond: busiest.length / seconds,
    busiestAccountP99: quantile(busiest, 0.99),
  }
}
