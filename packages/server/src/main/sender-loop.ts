// The loop of a process that sends what waits in a table: mails or webhooks. Several processes share the work by
// leases, so a loop only decides when to look: when it is woken up, when something it sends has ended, and after a
// pause.
import { setTimeout as sleep } from 'node:timers/promises'

export abstract class SenderLoop {
  readonly #sending = new Set<Promise<void>>()
  #wakeUp = Promise.withResolvers<void>()
  #running: Promise<void> | undefined
  #stopping = false
  #ended = false

  /** Starts to send what is due, and returns the milliseconds until there is more to do. */
  protected abstract sendDue(): Promise<number>
  /** Runs when the loop has ended. */
  protected close(): void {}

  start(): void {
    this.#running ??= this.#run()
  }

  /** Signals that something may be due. */
  wake(): void {
    this.#wakeUp.resolve()
  }

  /** Sends what is due until the timeout. What is still being sent then stays leased and is sent again later. */
  async stop(withinMs: number): Promise<void> {
    this.#stopping = true
    this.wake()
    await Promise.race([this.#running, sleep(withinMs, undefined, { ref: false })])
    this.#ended = true
    this.wake()
    this.close()
  }

  protected get sendingCount(): number {
    return this.#sending.size
  }

  protected track(work: Promise<void>): void {
    const sending = work.finally(() => {
      this.#sending.delete(sending)
      this.wake()
    })
    this.#sending.add(sending)
  }

  async #run(): Promise<void> {
    while (!this.#ended) {
      const waitMs = await this.sendDue()
      if (this.#stopping && waitMs > 0 && this.#sending.size === 0) return
      if (waitMs > 0) await this.#waitForNext(waitMs)
    }
  }

  async #waitForNext(waitMs: number): Promise<void> {
    const ended = new AbortController()
    const timer = sleep(waitMs, undefined, { signal: ended.signal, ref: false }).catch(() => undefined)
    await Promise.race([timer, this.#wakeUp.promise])
    ended.abort()
    this.#wakeUp = Promise.withResolvers<void>()
  }
}
