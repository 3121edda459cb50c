// Keys that do something on the screen that is open. A shortcut is one key or two in a row ('g t'); none works while
// one types or while a dialog is open, but for those with Ctrl. The help sheet shows what is registered at the
// moment, among it keys that a part of a screen hears itself.
import { useEffect, useRef } from 'react'
import { createStore } from './store.ts'

export interface Shortcut {
  /** 'c', 'g t', 'Ctrl+k', '?' */
  readonly keys: string
  readonly name: string
  /** None where it is only told of. */
  readonly run?: () => void
}

const registered = createStore<readonly Shortcut[]>([])
const pauseMs = 900

export const useRegisteredShortcuts = registered.use

/** Registers shortcuts for as long as the component is there. */
export function useShortcutKeys(shortcuts: readonly Shortcut[]): void {
  const current = useRef(shortcuts)
  current.current = shortcuts
  const shape = shortcuts.map(({ keys, name }) => `${keys} ${name}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are registered anew when their keys or names change.
  useEffect(() => {
    const mine = current.current.map(({ keys, name, run }, at) =>
      run === undefined ? { keys, name } : { keys, name, run: () => current.current[at]?.run?.() },
    )
    registered.set([...registered.get(), ...mine])
    return () => registered.set(registered.get().filter((one) => !mine.includes(one)))
  }, [shape])
}

/** A box that is ticked takes no letters. */
const textInputSelector =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [role="textbox"], [role="combobox"]'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(textInputSelector) !== null)

/** What tells of something in a corner is a dialog too, by its role, but covers nothing. */
const overlaySelector = '[role="dialog"], [role="alertdialog"]:not([aria-modal="false"]), [role="menu"]'
const isOverlayOpen = (): boolean => document.querySelector(overlaySelector) !== null

function keyOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  if (altKey || ['Shift', 'Control', 'Meta', 'Alt'].includes(key)) return null
  const letter = key.length === 1 ? key.toLowerCase() : key
  return ctrlKey || metaKey ? `Ctrl+${letter}` : letter
}

/** Listens on the whole page; answers how to stop. */
export function listenToKeys(): () => void {
  let before = ''
  let since = 0
  const hear = (event: KeyboardEvent): void => {
    const pressed = keyOf(event)
    if (pressed === null) return
    if (!pressed.startsWith('Ctrl+') && (isTyping(event.target) || isOverlayOpen())) return
    const pair = event.timeStamp - since < pauseMs ? `${before} ${pressed}` : pressed
    // The newest of the same keys wins: the screen's own before the frame's.
    const heard = registered.get().filter(({ run }) => run !== undefined)
    const found = heard.findLast(({ keys }) => keys === pair) ?? heard.findLast(({ keys }) => keys === pressed)
    before = found === undefined ? pressed : ''
    since = event.timeStamp
    if (found === undefined) return
    event.preventDefault()
    found.run?.()
  }
  // On the way down: a button with a tip keeps every key that is pressed on it to itself.
  addEventListener('keydown', hear, { capture: true })
  return () => removeEventListener('keydown', hear, { capture: true })
}
