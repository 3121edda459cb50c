// The client: one object with a member for every resource, endpoint and report of the API, each under the name of its path. Its
// types are generated; what they stand for is put together here, from the same definitions.
import { Connection } from './connection.ts'
import { type Api, contract } from './contract.ts'
import { type Endpoints, endpointsOf } from './endpoints.ts'
import type { StintOptions } from './options.ts'
import { Resources } from './resource.ts'

/** A server, as one person sees it. */
export interface Stint extends Api, Endpoints {}

class Client {
  constructor(options: StintOptions) {
    const connection = new Connection(options)
    Object.assign(this, new Resources(connection, contract).all(), endpointsOf(connection))
  }
}

/** The members come from the contract, so the one thing the compiler cannot see is said once, here. */
export const Stint = Client as unknown as new (options: StintOptions) => Stint
