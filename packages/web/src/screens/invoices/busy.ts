// Whether a write of an edited document is under way. `run` starts one and resolves with its result.
import { useState } from 'react'

export function useBusy() {
  const [busy, setBusy] = useState(false)
  const run = async <T>(write: () => Promise<T>): Promise<T> => {
    setBusy(true)
    try {
      return await write()
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}
