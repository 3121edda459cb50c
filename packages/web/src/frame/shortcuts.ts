// Keyboard shortcuts of the open screen. A shortcut is one key or a sequence of two ('g t'). Except for those with
// Ctrl, none works while somebody types or a dialog is open. The help shows all registered shortcuts, including keys
// that a component handles itself.
import { useEffect, useRef } from 'react'
import { createStore } from './store.ts'

interface Shortcut {
  /** 'c', 'g t', 'Ctrl+k', '?' */
  readonly keys: string
  readonly name: string
  /** Absent if a component handles the key itself and it is only listed in the help. */
  readonly run?: () => void
}

const registered = createStore<readonly Shortcut[]>([])
const pauseMs = 900

export const useRegisteredShortcuts = registered.use

/** Registers shortcuts while the component is mounted. */
export function useShortcutKeys(shortcuts: readonly Shortcut[]): void {
  const current = useRef(shortcuts)
  current.current = shortcuts
  const shape = shortcuts.map(({ keys, name }) => `${keys} ${name}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are registered again when their keys or names change.
  useEffect(() => {
    const mine = current.current.map(({ keys, name, run }, at) =>
      run === undefined ? { keys, name } : { keys, name, run: () => current.current[at]?.run?.() },
    )
    registered.set([...registered.get(), ...mine])
    return () => registered.set(registered.get().filter((one) => !mine.includes(one)))
  }, [shape])
}

/** Checkboxes and radio buttons take no letters, so shortcuts work there. */
const textInputSelector =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [role="textbox"], [role="combobox"]'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(textInputSelector) !== null)

/** A toast also has the role of a dialog, but it does not cover the screen. */
const overlaySelector = '[role="dialog"], [role="alertdialog"]:not([aria-modal="false"]), [role="menu"]'
const isOverlayOpen = (): boolean => document.querySelector(overlaySelector) !== null

function keyOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  if (altKey || ['Shift', 'Control', 'Meta', 'Alt'].includes(key)) return null
  const letter = key.length === 1 ? key.toLowerCase() : key
  return ctrlKey || metaKey ? `Ctrl+${letter}` : letter
}

/** Listens to keys on the whole page. Returns a function that stops it. */
export function listenToKeys(): () => void {
  let before = ''
  let since = 0
  const hear = (event: KeyboardEvent): void => {
    const pressed = keyOf(event)
    if (pressed === null) return
    if (!pressed.startsWith('Ctrl+') && (isTyping(event.target) || isOverlayOpen())) return
    const pair = event.timeStamp - since < pauseMs ? `${before} ${pressed}` : pressed
    // The last registered shortcut wins: that of the screen before that of the frame.
    const heard = registered.get().filter(({ run }) => run !== undefined)
    const match = heard.findLast(({ keys }) => keys === pair) ?? heard.findLast(({ keys }) => keys === pressed)
    before = match === undefined ? pressed : ''
    since = event.timeStamp
    if (match === undefined) return
    event.preventDefault()
    match.run?.()
  }
  // In the capture phase, because a button with a tooltip stops the propagation of keys.
  addEventListener('keydown', hear, { capture: true })
  return () => removeEventListener('keydown', hear, { capture: true })
}
