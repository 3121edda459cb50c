// Makes floods in a process of its own, so that they delay nothing but the server: not the client that observes it.
// `startFlooder` starts that process; run by itself, this file is its program. What a flood is, is in flood-kinds.ts.
import { fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { type FloodTarget, floodCallers, floodConnections, floodKinds } from './flood-kinds.ts'

/** One flood of a kind by a caller, from all its connections. */
export interface FloodOrder extends FloodTarget {
  readonly kind: string
  readonly caller: string
}

export interface Flooder {
  /** Settles when the flood is over. One at a time. */
  flood(order: FloodOrder): Promise<void>
  end(): void
}

export function startFlooder(): Flooder {
  const child = fork(new URL(import.meta.url), { execArgv: [] })
  // Floods come from other machines, so they must not take the processor from the server and the observing client.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  return {
    flood: (order) =>
      new Promise((resolve, reject) => {
        const fail = (code: number | null): void => reject(new Error(`the process of the floods ended with ${code}`))
        child.once('exit', fail)
        child.once('message', () => {
          child.off('exit', fail)
          resolve()
        })
        child.send(order)
      }),
    end: () => {
      if (child.connected) child.disconnect()
    },
  }
}

async function makeFlood({ kind, caller, ...target }: FloodOrder): Promise<void> {
  const [flood, headers] = [floodKinds.get(kind), floodCallers[caller]]
  if (flood === undefined || headers === undefined) throw new Error(`there is no flood ${kind} ${caller}`)
  await Promise.all(Array.from({ length: floodConnections }, () => flood(target, headers)))
}

if (import.meta.main) {
  process.on('disconnect', () => process.exit())
  process.on('message', async (order: FloodOrder) => {
    await makeFlood(order)
    process.send?.('over')
  })
}
