// One of very many, found by asking the server: what is typed goes to the caller, who brings what fits. What was
// chosen stays shown by its name, whatever the list says next.
import { useRef, useState } from 'react'
import { ComboBox, useFilter } from 'react-aria-components'
import { useMessages } from '../messages/messages.ts'
import { ComboBoxInput, type Option } from './choices.tsx'
import { type FieldProps, fieldState } from './fields.tsx'

interface AsyncSearchProps<O extends Option<number>> extends FieldProps {
  /** What fits what was typed. */
  readonly options: readonly O[]
  /** The options still are those of what was typed before. */
  readonly pending?: boolean
  readonly onSearch: (typed: string) => void
  readonly chosen: Option<number> | null
  readonly onChoose: (option: O | null) => void
  readonly placeholder?: string
  readonly autoFocus?: boolean
}

export function AsyncSearchField<O extends Option<number>>({
  options,
  chosen,
  onSearch,
  onChoose,
  ...props
}: AsyncSearchProps<O>) {
  const { pending = false, placeholder, autoFocus = false } = props
  const { error, required = false, isDisabled = false } = props
  const messages = useMessages().parts
  const [typed, setTyped] = useState(chosen?.name ?? '')
  const type = (text: string): void => {
    setTyped(text)
    onSearch(text === chosen?.name ? '' : text)
    if (text === '' && chosen !== null) onChoose(null)
  }
  const { contains } = useFilter({ sensitivity: 'base' })
  const fitting: readonly Option<number>[] = pending ? options.filter(({ name }) => contains(name, typed)) : options
  const items = chosen === null || fitting.some(({ id }) => id === chosen.id) ? fitting : [chosen, ...fitting]
  // An answer may come between a press and what it does, and take away what was pressed.
  const seen = useRef(new Map<number, O>())
  for (const option of options) seen.current.set(option.id, option)
  const choose = (id: number | null): void => {
    const option = id === null ? null : (seen.current.get(id) ?? null)
    if (id !== null && option === null) return
    onChoose(option)
    setTyped(option?.name ?? '')
  }
  return (
    <ComboBox
      items={items}
      value={chosen?.id ?? null}
      inputValue={typed}
      onInputChange={type}
      onChange={(key) => choose(key as number | null)}
      autoFocus={autoFocus}
      isDisabled={isDisabled}
      {...fieldState({ required, error })}
      menuTrigger="input"
      allowsEmptyCollection
    >
      <ComboBoxInput {...props} placeholder={placeholder ?? messages.typeToFind} />
    </ComboBox>
  )
}
