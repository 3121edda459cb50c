// The processor time of a PostgreSQL server on this machine, of all its processes. It asks the server for one of them
// and reads the rest from the kernel.
import { withPgClient } from '../../../scripts/postgres.ts'
import { cpuOfChildren, parentOf } from './processes.ts'

export class PostgresCpu {
  readonly #postmaster: number

  private constructor(postmaster: number) {
    this.#postmaster = postmaster
  }

  static async of(url: string): Promise<PostgresCpu> {
    const backend = await withPgClient(url, async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      return { ...rows[0], parent: parentOf(rows[0]?.pid ?? 0) }
    })
    if (backend.parent === undefined) throw new Error(`process ${backend.pid} of PostgreSQL is not on this machine`)
    return new PostgresCpu(backend.parent)
  }

  /** CPU seconds until now. */
  seconds(): number {
    return cpuOfChildren(this.#postmaster)
  }
}
