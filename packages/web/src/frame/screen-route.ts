// The options that all routes of screens share: the root route is their parent, and the screen is loaded on the first
// visit.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { loadLazily } from '../api/lazy.ts'
import { rootRoute } from './root.tsx'

type Screens<Name extends string> = Readonly<Record<Name, () => ReactNode>>

export const screenRoute = <Path extends string, Name extends string>(
  path: Path,
  name: Name,
  load: () => Promise<Screens<Name>>,
) => ({
  getParentRoute: () => rootRoute,
  path,
  component: lazyRouteComponent<Record<string, () => ReactNode>, string>(() => loadLazily(load), name),
})

/** The route of a screen that has no URL parameters besides those in its path. */
export const plainRoute = <Path extends string, Name extends string>(
  path: Path,
  name: Name,
  load: () => Promise<Screens<Name>>,
) => createRoute(screenRoute(path, name, load))
