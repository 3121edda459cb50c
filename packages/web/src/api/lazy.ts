// Parts of the application that are loaded when they are first needed. Without the server they cannot be had; then
// they wait for it instead of breaking the screen, whose banner says what is the matter, and come by themselves.
import { checkServer, onReconnect, reportNoResponse } from './connection.ts'
import { reloadForNewBuild } from './reload-on-update.ts'

const reconnected = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = onReconnect(() => {
      stop()
      resolve()
    })
  })

/** Styles that could not be had: the loader takes them as had, so they are asked for here. */
const failedStyles = new Set<HTMLLinkElement>()

addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target)
  },
  { capture: true },
)

async function reloadFailedStyles(): Promise<void> {
  const links = [...failedStyles]
  failedStyles.clear()
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
export async function loadLazily<T>(load: () => Promise<T>): Promise<T> {
  for (let missed = 0; ; ) {
    await reloadFailedStyles()
    try {
      return await load()
    } catch (error) {
      if (await checkServer()) missed += 1
      else {
        reportNoResponse()
        await reconnected()
      }
      if (missed < 2) continue
      reloadForNewBuild()
      throw error
    }
  }
}

const preloadDelayMs = 1500

/**
 * Loads screens in advance, after the one that is shown, because there may be no network when they are needed. A failed
 * load is repeated when the screen is opened. Returns a function that cancels it.
 */
export function preload(loads: readonly (() => Promise<unknown>)[]): () => void {
  const timer = setTimeout(() => void Promise.allSettled(loads.map((load) => load())), preloadDelayMs)
  return () => clearTimeout(timer)
}
