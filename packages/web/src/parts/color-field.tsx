// A field for the colour of a record: a preset colour, or six hex digits. The server validates it.
import { TextField as AriaTextField, Group, Input } from 'react-aria-components'
import { useMessages } from '../messages/messages.ts'
import styles from './color-field.module.css'
import fields from './fields.module.css'
import { FieldLabel, FieldMessages, type FieldProps } from './fields.tsx'

/** Colours that are easy to distinguish, on light and on dark backgrounds. */
const presetColors = ['2E86AB', '155E58', '4C956C', 'E0B03A', 'F25F33', 'C8244C', '6B4794', '7B819C']

interface ColorFieldProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

export function ColorField({ label, value, onChange, hint, error, required = false }: ColorFieldProps) {
  const messages = useMessages().parts
  const typed = value.replace('#', '')
  const isColor = /^[0-9a-f]{6}$/i.test(typed)
  return (
    <AriaTextField
      value={value}
      onChange={(text) => onChange(text.replace('#', ''))}
      isRequired={required}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={fields.field ?? ''}
    >
      <FieldLabel label={label} required={required} />
      <Group className={fields.group ?? ''}>
        <input
          type="color"
          className={styles.picker}
          aria-label={messages.pickColor}
          value={isColor ? `#${typed.toLowerCase()}` : '#888888'}
          onChange={({ target }) => onChange(target.value.slice(1))}
        />
        <Input className={fields.bare ?? ''} spellCheck={false} />
      </Group>
      <fieldset className={styles.offered} aria-label={messages.colors}>
        {presetColors.map((color) => (
          <button
            key={color}
            type="button"
            className={styles.swatch}
            aria-label={messages.colorOf(color)}
            aria-pressed={typed.toUpperCase() === color}
            onClick={() => onChange(color)}
          >
            <svg viewBox="0 0 16 16" aria-hidden>
              <circle cx="8" cy="8" r="8" fill={`#${color}`} />
            </svg>
          </button>
        ))}
      </fieldset>
      <FieldMessages hint={hint} error={error} />
    </AriaTextField>
  )
}
