// A combo box for a long list that is searched on the server: the caller gets the typed text and provides the matching
// options. The chosen option keeps its name when the options change.
import { useRef, useState } from 'react'
import { ComboBox, useFilter } from 'react-aria-components'
import { useMessages } from '../messages/messages.ts'
import { ComboBoxInput, type Option } from './choices.tsx'
import { type FieldProps, fieldState } from './fields.tsx'

interface AsyncSearchProps<O extends Option<number>> extends FieldProps {
  /** The options that match the typed text. */
  readonly options: readonly O[]
  /** True while the options are those of the previously typed text. */
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
  // A response can replace the options between the press and its event, so all options shown so far are kept.
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
