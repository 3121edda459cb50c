// Lets a screen show its heading and its data first. Controls that take long to create follow a moment later, in
// the background, so that a click or a key meanwhile is handled at once.
import { useDeferredValue } from 'react'

/** False in the first rendering of a component, true in the one that follows when the first is on the screen. */
export const useAfterPaint = (): boolean => useDeferredValue(true, false)

const rowsAtOnce = 4

/** How many rows a table renders: the first ones at once, then all that are in its window. */
export const useRenderedRows = (count: number): number => (useAfterPaint() ? count : Math.min(count, rowsAtOnce))
