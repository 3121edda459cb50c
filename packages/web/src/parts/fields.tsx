// The plain fields of forms: a line of text, a long text, yes or no. Each has its label above, a hint or the server's
// words about it below, and keeps what was typed whatever happens. Choices are in choices.tsx, days in day-field.tsx.
import { Check, Eye, EyeOff, Search } from 'lucide-react'
import { type ReactNode, type Ref, useState } from 'react'
import {
  SearchField as AriaSearchField,
  TextArea as AriaTextArea,
  TextField as AriaTextField,
  Button,
  CheckboxButton,
  CheckboxField,
  FieldError,
  Group,
  Input,
  Label,
  Text,
} from 'react-aria-components'
import { capitalized } from '../kit/error-text.ts'
import { useMessages } from '../messages/messages.ts'
import styles from './fields.module.css'

export interface FieldProps {
  readonly label: string
  /** The label is for those who hear the page; those who see it know from where the field stands. */
  readonly labelHidden?: boolean
  readonly hint?: ReactNode
  /** What is wrong, in the server's words; undefined when nothing is. */
  readonly error?: string | undefined
  readonly required?: boolean
  readonly isDisabled?: boolean
}

/** What stands under every field. */
export function FieldMessages({ hint, error }: Pick<FieldProps, 'hint' | 'error'>) {
  return (
    <>
      {hint !== undefined && error === undefined && (
        <Text slot="description" className={styles.hint ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={styles.error ?? ''}>{error === undefined ? undefined : capitalized(error)}</FieldError>
    </>
  )
}

export function FieldLabel({ label, labelHidden = false, required = false }: FieldProps) {
  return (
    <Label className={labelHidden ? 'hidden' : (styles.label ?? '')}>
      {label}
      {required && (
        <span className={styles.required} aria-hidden>
          {' *'}
        </span>
      )}
    </Label>
  )
}

/** What a field tells React Aria about its state. */
export const fieldState = ({ required = false, error }: Pick<FieldProps, 'required' | 'error'>) => ({
  isRequired: required,
  isInvalid: error !== undefined,
  validationBehavior: 'aria' as const,
  className: styles.field ?? '',
})

interface TextFieldProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  readonly type?: 'text' | 'email' | 'url' | 'tel'
  readonly inputMode?: 'text' | 'decimal' | 'numeric' | 'email'
  readonly autoComplete?: string
  readonly placeholder?: string
  readonly maxLength?: number | undefined
  readonly autoFocus?: boolean
  readonly inputRef?: Ref<HTMLInputElement>
  /** Numbers stand at the right. */
  readonly numeric?: boolean
}

export function TextField({ value, onChange, placeholder, inputRef, numeric = false, ...props }: TextFieldProps) {
  const { label, labelHidden, hint, error, required = false, ...rest } = props
  return (
    <AriaTextField {...rest} value={value} onChange={onChange} {...fieldState({ required, error })}>
      <FieldLabel label={label} labelHidden={labelHidden ?? false} required={required} />
      <Input
        ref={inputRef ?? null}
        className={styles.input ?? ''}
        data-numeric={numeric}
        {...(numeric ? { onFocus: ({ currentTarget }) => currentTarget.select() } : {})}
        {...(placeholder === undefined ? {} : { placeholder })}
      />
      <FieldMessages hint={hint} error={error} />
    </AriaTextField>
  )
}

/**
 * React writes what is typed into the page's own text as well, where whoever saves or reads the page would find it
 * (T-55).
 */
function hideValueAttribute(input: HTMLInputElement | null): void {
  if (input === null) return
  input.removeAttribute('value')
  Object.defineProperty(input, 'defaultValue', { get: () => '', set: () => undefined, configurable: true })
}

/** A password can be looked at by whoever types it, and pasted. */
export function PasswordField({ value, onChange, autoComplete, ...props }: Omit<TextFieldProps, 'type'>) {
  const { label, labelHidden, hint, error, required = false, autoFocus = false } = props
  const [shown, setShown] = useState(false)
  const messages = useMessages().parts
  const Picture = shown ? EyeOff : Eye
  return (
    <AriaTextField
      type={shown ? 'text' : 'password'}
      value={value}
      onChange={onChange}
      autoFocus={autoFocus}
      {...fieldState({ required, error })}
      {...(autoComplete === undefined ? {} : { autoComplete })}
    >
      <FieldLabel label={label} labelHidden={labelHidden ?? false} required={required} />
      <Group className={styles.group ?? ''}>
        <Input ref={hideValueAttribute} className={styles.bare ?? ''} />
        <Button
          slot={null}
          className={styles.inside ?? ''}
          aria-label={shown ? messages.hidePassword : messages.showPassword}
          onPress={() => setShown(!shown)}
        >
          <Picture size={16} aria-hidden />
        </Button>
      </Group>
      <FieldMessages hint={hint} error={error} />
    </AriaTextField>
  )
}

interface TextAreaProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly rows?: number
  readonly maxLength?: number | undefined
  readonly autoFocus?: boolean
}

export function TextArea({ value, onChange, rows = 4, ...props }: TextAreaProps) {
  const { label, labelHidden, hint, error, required = false, ...rest } = props
  return (
    <AriaTextField {...rest} value={value} onChange={onChange} {...fieldState({ required, error })}>
      <FieldLabel label={label} labelHidden={labelHidden ?? false} required={required} />
      <AriaTextArea className={styles.input ?? ''} rows={rows} />
      <FieldMessages hint={hint} error={error} />
    </AriaTextField>
  )
}

interface SearchFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly placeholder?: string
  readonly autoFocus?: boolean
}

/** A search box names itself by its placeholder; Escape empties it. */
export function SearchField({ label, value, onChange, placeholder = label, autoFocus = false }: SearchFieldProps) {
  return (
    <AriaSearchField
      aria-label={label}
      value={value}
      onChange={onChange}
      autoFocus={autoFocus}
      className={styles.group ?? ''}
    >
      <Search size={15} aria-hidden className={styles.lens} />
      <Input className={styles.bare ?? ''} placeholder={placeholder} />
    </AriaSearchField>
  )
}

interface CheckProps extends Omit<FieldProps, 'labelHidden' | 'required'> {
  readonly value: boolean
  readonly onChange: (value: boolean) => void
}

export function CheckField({ label, value, onChange, hint, error, isDisabled = false }: CheckProps) {
  return (
    <CheckboxField
      isSelected={value}
      onChange={onChange}
      isDisabled={isDisabled}
      isInvalid={error !== undefined}
      className={styles.field ?? ''}
    >
      <CheckboxButton className={styles.check ?? ''}>
        <span className={styles.box} aria-hidden>
          <Check size={13} strokeWidth={3} />
        </span>
        {label}
      </CheckboxButton>
      <FieldMessages hint={hint} error={error} />
    </CheckboxField>
  )
}
