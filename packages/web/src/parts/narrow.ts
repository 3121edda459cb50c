// Whether the page is as narrow as on a phone, or has room for a column beside the content. For cases that need another
// component there, not only another style.
import { useSyncExternalStore } from 'react'

function watch(query: string): () => boolean {
  const media = matchMedia(query)
  const subscribe = (hear: () => void): (() => void) => {
    media.addEventListener('change', hear)
    return () => media.removeEventListener('change', hear)
  }
  return () => useSyncExternalStore(subscribe, () => media.matches)
}

export const useNarrow = watch('(max-width: 640px)')
export const useRoomy = watch('(min-width: 1100px)')

/** Room for every column of the widest lists. */
export const useWide = watch('(min-width: 1420px)')
