// Fields that choose from a list: one of a few options (ChoiceField), one of many with search (ComboBoxField), several
// (MultiChoiceField). Options are ids with names, of any type of record.
import { Check, ChevronDown, X } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, Suspense, use, useEffect, useRef, useState } from 'react'
import {
  Button,
  ComboBox,
  ComboBoxStateContext,
  Group,
  Input,
  type Key,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
  Tag,
  TagGroup,
  TagList,
  useFilter,
} from 'react-aria-components'
import { useMessages } from '../messages/messages.ts'
import { useAfterPaint } from './after-paint.ts'
import { Dot } from './dot.tsx'
import styles from './fields.module.css'
import { FieldLabel, FieldMessages, type FieldProps, fieldState } from './fields.tsx'
import { type FirstRecord, FirstRecordContext } from './first-record.ts'

export interface Option<Id extends Key = Key> {
  readonly id: Id
  readonly name: string
  /** A second text that distinguishes options with the same name. */
  readonly more?: string | undefined
  /** Six hex digits. */
  readonly color?: string | undefined
}

function Item({ name, more, color, id }: Option) {
  return (
    <ListBoxItem id={id} textValue={name} className={styles.item ?? ''}>
      {({ isSelected }) => (
        <>
          <Dot color={color} />
          <span className={styles.itemText}>
            {name}
            {more !== undefined && more !== '' && <span className={styles.itemMore}> {more}</span>}
          </span>
          {isSelected && <Check size={14} aria-hidden />}
        </>
      )}
    </ListBoxItem>
  )
}

function NoOptions() {
  return <div className={styles.none}>{useMessages().parts.nothingFound}</div>
}

interface CreateProps<Id extends Key> {
  /** Undefined while they are loaded. */
  readonly options: readonly Option<Id>[] | undefined
  /** The record that can be created here if there are no options. */
  readonly create?: FirstRecord | undefined
}

interface WithFirstProps<Id extends Key> extends CreateProps<Id>, Pick<FieldProps, 'required' | 'isDisabled'> {
  readonly onCreated: (id: Id) => void
  readonly children: ReactNode
}

/** A field, and below it the offer to create the first option. */
function WithFirst<Id extends Key>(props: WithFirstProps<Id>) {
  const { create, options, required = false, isDisabled = false, onCreated, children } = props
  const Offer = use(FirstRecordContext)
  const isEmpty = create !== undefined && options?.length === 0 && !isDisabled
  const [wasEmpty, setWasEmpty] = useState(isEmpty)
  if (isEmpty && !wasEmpty) setWasEmpty(true)
  if (create === undefined || Offer === null) return children
  return (
    <div className={styles.field}>
      {children}
      {wasEmpty && (
        <Suspense>
          <Offer create={create} isEmpty={isEmpty} required={required} onCreated={(id) => onCreated(id as Id)} />
        </Suspense>
      )}
    </div>
  )
}

interface ChoiceProps<Id extends Key> extends FieldProps, CreateProps<Id> {
  readonly value: Id | null
  readonly onChange: (value: Id | null) => void
  /** The text of the option for no value; without it there is no such option. */
  readonly none?: string
  readonly placeholder?: string
  readonly autoFocus?: boolean
}

const NONE = '—none—'

export function ChoiceField<Id extends Key>({ value, onChange, none, ...props }: ChoiceProps<Id>) {
  const { options = [], label, labelHidden, hint, error, required = false, placeholder, isDisabled = false } = props
  const messages = useMessages().parts
  const items: Option[] = none === undefined ? [...options] : [{ id: NONE, name: none }, ...options]
  return (
    <WithFirst {...props} onCreated={onChange}>
      <Select
        value={value ?? (none === undefined ? null : NONE)}
        onChange={(key) => onChange(key === NONE ? null : (key as Id))}
        isDisabled={isDisabled}
        {...fieldState({ required, error })}
        placeholder={placeholder ?? messages.choose}
        className={styles.field ?? ''}
      >
        <FieldLabel label={label} labelHidden={labelHidden ?? false} required={required} />
        <Button className={styles.opener ?? ''}>
          <SelectValue className={styles.value ?? ''}>
            {({ selectedText, isPlaceholder, defaultChildren }) => (isPlaceholder ? defaultChildren : selectedText)}
          </SelectValue>
          <ChevronDown size={15} aria-hidden />
        </Button>
        <FieldMessages hint={hint} error={error} />
        <Popover className={styles.popover ?? ''}>
          <ListBox items={items} renderEmptyState={NoOptions}>
            {Item}
          </ListBox>
        </Popover>
      </Select>
    </WithFirst>
  )
}

interface ComboBoxInputProps extends FieldProps {
  readonly placeholder: string
  /** The number of chosen options; when it changes, the list closes, so that it does not cover what is below it. */
  readonly chosen?: number
}

/** The content of every combo box: label, input, messages and list. Enter chooses the first match. */
export function ComboBoxInput({ placeholder, chosen, ...field }: ComboBoxInputProps) {
  const { label, labelHidden = false, hint, error, required = false } = field
  const state = use(ComboBoxStateContext)
  const before = useRef(chosen)
  useEffect(() => {
    if (before.current !== chosen) state?.close()
    before.current = chosen
  }, [chosen, state])
  // Focus that returns to the field does not open the list either.
  const isQuiet = useRef(false)
  useEffect(() => {
    if (isQuiet.current && state?.isOpen) state.close()
    isQuiet.current = false
  })
  const onFocus = ({ currentTarget }: FocusEvent<HTMLInputElement>): void => {
    isQuiet.current = 'quiet' in currentTarget.dataset
    delete currentTarget.dataset.quiet
    currentTarget.select()
  }
  const takeFirst = ({ key }: KeyboardEvent): void => {
    if (key !== 'Enter' || state === null || !state.isOpen || state.inputValue === '') return
    if (state.selectionManager.focusedKey === null) state.selectionManager.setFocusedKey(state.collection.getFirstKey())
  }
  return (
    <>
      <FieldLabel label={label} labelHidden={labelHidden} required={required} />
      <Group className={styles.group ?? ''}>
        <Input className={styles.bare ?? ''} placeholder={placeholder} onFocus={onFocus} onKeyDownCapture={takeFirst} />
        <Button className={styles.inside ?? ''}>
          <ChevronDown size={15} aria-hidden />
        </Button>
      </Group>
      <FieldMessages hint={hint} error={error} />
      <Popover className={styles.popover ?? ''}>
        <ListBox renderEmptyState={NoOptions}>{Item}</ListBox>
      </Popover>
    </>
  )
}

/** Chooses one of many options; typing filters the list. */
export function ComboBoxField<Id extends Key>({ value, onChange, none, create, ...props }: ChoiceProps<Id>) {
  const { options = [], error, required = false, placeholder, isDisabled = false, autoFocus = false } = props
  const messages = useMessages().parts
  const all: Option[] = none === undefined ? [...options] : [{ id: NONE, name: none }, ...options]
  const key = value ?? (none === undefined ? null : NONE)
  // React Aria creates an element for every option, also while the list is closed: at first only for the chosen one.
  const items = useAfterPaint() ? all : all.filter(({ id }) => id === key)
  // The combo box shows the name of its value only if the option exists when it is created. So it is created again,
  // with another key, when the option arrives. A combo box without a value is kept, because somebody may be typing in
  // it; one with a value is disabled until its options arrive, because what is typed before would be lost.
  const named = value === null || options.some(({ id }) => id === value)
  const isWaiting = value !== null && options.length === 0
  return (
    <WithFirst {...props} create={create} onCreated={onChange}>
      <ComboBox
        key={named ? 'named' : 'coming'}
        defaultItems={items}
        value={key}
        onChange={(id) => onChange(id === NONE ? null : (id as Id | null))}
        isDisabled={isDisabled || isWaiting}
        {...fieldState({ required, error })}
        menuTrigger="focus"
        autoFocus={autoFocus}
        allowsEmptyCollection
      >
        <ComboBoxInput {...props} placeholder={placeholder ?? messages.typeToFind} />
      </ComboBox>
    </WithFirst>
  )
}

interface MultiChoiceProps<Id extends Key> extends FieldProps, CreateProps<Id> {
  readonly value: readonly Id[]
  readonly onChange: (value: Id[]) => void
  readonly placeholder?: string
}

/** Chooses several options. The chosen ones are tags below the combo box; inside it they would get its list context. */
export function MultiChoiceField<Id extends Key>({ value, onChange, create, ...props }: MultiChoiceProps<Id>) {
  const { options = [], label, error, placeholder } = props
  const messages = useMessages().parts
  const [typed, setTyped] = useState('')
  const { contains } = useFilter({ sensitivity: 'base' })
  const chosen = value.map((id) => options.find((one) => one.id === id) ?? { id, name: String(id) })
  const remaining = options.filter(({ id, name }) => !value.includes(id) && contains(name, typed))
  const add = (key: Key | null) => {
    if (key !== null) onChange([...value, key as Id])
    setTyped('')
  }
  return (
    <WithFirst {...props} create={create} onCreated={(id) => onChange([...value, id])}>
      <div className={styles.field}>
        <ComboBox
          items={remaining}
          value={null}
          inputValue={typed}
          onInputChange={setTyped}
          onChange={add}
          {...fieldState({ error })}
          menuTrigger="focus"
          allowsEmptyCollection
        >
          <ComboBoxInput {...props} placeholder={placeholder ?? messages.typeToAdd} chosen={value.length} />
        </ComboBox>
        {chosen.length > 0 && (
          <ChosenTags label={label} options={chosen} onRemove={(id) => onChange(value.filter((one) => one !== id))} />
        )}
      </div>
    </WithFirst>
  )
}

interface ChosenTagsProps {
  readonly label: string
  readonly options: readonly Option[]
  readonly onRemove: (id: Key) => void
}

function ChosenTags({ label, options, onRemove }: ChosenTagsProps) {
  const messages = useMessages().parts
  return (
    <TagGroup aria-label={label} onRemove={(keys) => keys.forEach(onRemove)}>
      <TagList items={options} className={styles.tags ?? ''}>
        {({ id, name }) => (
          <Tag id={id} textValue={name} className={styles.tag ?? ''}>
            {name}
            <Button slot="remove" className={styles.tagRemove ?? ''} aria-label={messages.removeOne(name)}>
              <X size={12} aria-hidden />
            </Button>
          </Tag>
        )}
      </TagList>
    </TagGroup>
  )
}
