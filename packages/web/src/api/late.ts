// Parts of the application that are loaded when they are first needed. Without the server they cannot be had; then they wait for it
// instead of breaking the screen, whose banner says what is the matter, and come by themselves.
import { look, onReturn, reportSilence } from './connection.ts'
import { reloadUpdated } from './fresh-build.ts'

const returned = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = onReturn(() => {
      stop()
      resolve()
    })
  })

/** Styles that could not be had: the loader takes them as had, so they are asked for here. */
const broken = new Set<HTMLLinkElement>()

addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') broken.add(target)
  },
  { capture: true },
)

async function mendStyles(): Promise<void> {
  const links = [...broken]
  broken.clear()
  await Promise.all(
    links.map((link) => {
      const fresh = link.cloneNode() as HTMLLinkElement
      const had = new Promise((resolve) => {
        fresh.addEventListener('load', resolve)
        fresh.addEventListener('error', resolve)
      })
      link.remove()
      document.head.append(fresh)
      return had
    }),
  )
}

/** What fails twice although the server is there was taken away by an update of it. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (let missed = 0; ; ) {
    await mendStyles()
    try {
      return await load()
    } catch (error) {
      if (await look()) missed += 1
      else {
        reportSilence()
        await returned()
      }
      if (missed < 2) continue
      reloadUpdated()
      throw error
    }
  }
}

const soonMs = 1500

/** Loads before it is needed, since that moment may be one without a network; but after what is looked at now. What cannot be had
 * is asked for again when it is needed. Answers how to stop. */
export function loadSoon(loads: readonly (() => Promise<unknown>)[]): () => void {
  const timer = setTimeout(() => void Promise.allSettled(loads.map((load) => load())), soonMs)
  return () => clearTimeout(timer)
}
