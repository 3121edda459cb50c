// Loads parts of the application when they are first needed. If the server does not respond, loading waits until it
// does, instead of breaking the screen. Meanwhile the banner says that there is no connection.
import { type FunctionComponent, lazy } from 'react'
import { checkServer, onReconnect, reportNoResponse } from './connection.ts'
import { reloadForNewBuild } from './reload-on-update.ts'

const reconnected = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = onReconnect(() => {
      stop()
      resolve()
    })
  })

/** Stylesheets that failed to load. The module loader regards them as loaded, so they are loaded again here. */
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
      const settled = new Promise((resolve) => {
        fresh.addEventListener('load', resolve)
        fresh.addEventListener('error', resolve)
      })
      link.remove()
      document.head.append(fresh)
      return settled
    }),
  )
}

/** A file that fails to load twice while the server responds was removed by an update; then the page is reloaded. */
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

type PropsOf<Component> = Component extends (props: infer Props) => unknown ? Props : never

/** A component in a file of its own, which is loaded when it is first rendered. */
export const lazyPart = <Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
  lazy(async () => ({ default: (await loadLazily(load))[name] as FunctionComponent<PropsOf<Module[Name]>> }))

const preloadDelayMs = 1500

/**
 * Loads screens in advance, after the one that is shown, because there may be no network when they are needed. A failed
 * load is repeated when the screen is opened. Returns a function that cancels it.
 */
export function preload(loads: readonly (() => Promise<unknown>)[]): () => void {
  const timer = setTimeout(() => void Promise.allSettled(loads.map((load) => load())), preloadDelayMs)
  return () => clearTimeout(timer)
}
