// Basic fields of forms: text, password, text area, search and checkbox, with a label above and a hint or the server's
// error below. Choices are in choices.tsx, days in day-field.tsx.
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
import { asSentence } from '../kit/error-text.ts'
import { useMessages } from '../messages/messages.ts'
import styles from './fields.module.css'

export interface FieldProps {
  readonly label: string
  /** The label is only for screen readers. */
  readonly labelHidden?: boolean
  readonly hint?: ReactNode
  /** The error message; undefined if there is none. */
  readonly error?: string | undefined
  readonly required?: boolean
  readonly isDisabled?: boolean
}

/** The hint or error below a field. */
export function FieldMessages({ hint, error }: Pick<FieldProps, 'hint' | 'error'>) {
  return (
    <>
      {hint !== undefined && error === undefined && (
        <Text slot="description" className={styles.hint ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={styles.error ?? ''}>{error === undefined ? undefined : asSentence(error)}</FieldError>
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

/** The props that tell React Aria the state of a field. */
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
  readonly isReadOnly?: boolean
  readonly inputRef?: Ref<HTMLInputElement>
  /** Aligned to the right. */
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
 * React also writes the typed text into the attribute `value`, where a saved page would contain the password (T-55).
 */
function hideValueAttribute(input: HTMLInputElement | null): void {
  if (input === null) return
  input.removeAttribute('value')
  Object.defineProperty(input, 'defaultValue', { get: () => '', set: () => undefined, configurable: true })
}

/** A password field with a button that shows the password. Pasting is allowed. */
interface PasswordFieldProps extends Omit<TextFieldProps, 'type'> {
  /** The password is readable from the beginning. */
  readonly readable?: boolean
}

export function PasswordField({ value, onChange, autoComplete, readable = false, ...props }: PasswordFieldProps) {
  const { label, labelHidden, hint, error, required = false, autoFocus = false } = props
  const [shown, setShown] = useState(readable)
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

/** A search box, with its label as placeholder unless another is given. Escape clears it. */
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
