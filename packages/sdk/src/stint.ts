// The client: one object with a member for every resource, endpoint and report of the API, named like its path. The
// types are generated; the methods are created here from the same contract.
import { Connection } from './connection.ts'
import { type Api, contract } from './contract.ts'
import { type Endpoints, endpointsOf } from './endpoints.ts'
import type { StintOptions } from './options.ts'
import { Resources } from './resource.ts'

/** The API of a server, with the permissions of one person. */
export interface Stint extends Api, Endpoints {}

class Client {
  constructor(options: StintOptions) {
    const connection = new Connection(options)
    Object.assign(this, new Resources(connection, contract).all(), endpointsOf(connection))
  }
}

/**
 * The members are created from the contract at run time, which the compiler cannot check. This cast is the only one.
 */
export const Stint = Client as unknown as new (options: StintOptions) => Stint
