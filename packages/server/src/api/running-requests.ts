// Limits how many expensive requests of one kind a person has running at the same time. The next one is refused with
// 503 and Retry-After, so that it occupies nothing. It is kept per process, because it only protects the process.
import { tryLater } from '../define/api-error.ts'

export class RunningRequests {
  readonly #most: number
  readonly #sentence: string
  /** The number of running requests of each person who has any. */
  readonly #running = new Map<number, number>()

  /** The sentence says why a request is refused. */
  constructor(most: number, sentence: string) {
    this.#most = most
    this.#sentence = sentence
  }

  /** Counts a request of the person, or refuses it. The caller must call the returned function once, at its end. */
  start(personid: number): () => void {
    const running = this.#running.get(personid) ?? 0
    if (running >= this.#most) throw tryLater(`${this.#sentence}; try again`)
    this.#running.set(personid, running + 1)
    return () => this.#end(personid)
  }

  #end(personid: number): void {
    const running = this.#running.get(personid) ?? 0
    if (running > 1) this.#running.set(personid, running - 1)
    else this.#running.delete(personid)
  }
}
