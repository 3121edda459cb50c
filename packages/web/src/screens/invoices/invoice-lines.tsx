// The lines of a draft, edited in place, with amounts that follow the input. Of lines built from time, only the
// description and the place can be changed; they show their time entries.

import { ArrowDown, ArrowUp, Clock, Lock, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { useDraftTimeMessages } from '../../messages/draft-time.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { TextField } from '../../parts/fields.tsx'
import { EmptyState, Section } from '../../parts/page.tsx'
import { amountOf, isAmountComputed } from '../../records/invoices/line-amount.ts'
import { ColumnNames } from './column-names.tsx'
import { ExpenseLine } from './expense-line.tsx'
import { emptyLine, type Line, withMovedLine } from './invoice-draft.ts'
import type { FieldErrors } from './invoice-edit-state.ts'
import { DescriptionField, LineEnd, type LineProps, type LineTextProps, NameField } from './line-fields.tsx'
import styles from './lines.module.css'

interface LinesProps {
  readonly currency: string
  readonly lines: readonly Line[]
  readonly onChange: (lines: readonly Line[]) => void
  readonly errors: Readonly<Record<string, FieldErrors>>
  /** What is said without lines, if it is not an invoice. */
  readonly emptyText?: string
  /** The lines can be moved up and down. */
  readonly ordered?: boolean
  /** The panel with the time entries of a line. */
  readonly showEntries?: ShowEntries
}

type ShowEntries = (line: Line, itemid: number, onClose: () => void) => ReactNode

export function InvoiceLines(props: LinesProps) {
  const { lines, currency, onChange, errors, emptyText, ordered = false, showEntries } = props
  const messages = useMoneyMessages()
  const [added, setAdded] = useState<string | null>(null)
  const add = (): void => {
    const line = emptyLine()
    setAdded(line.key)
    onChange([...lines, line])
  }
  const set = (key: string, change: Partial<Line>): void =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...change } : line)))
  return (
    <Section card title={messages.lines}>
      {lines.length === 0 ? (
        <EmptyState title={messages.noLines}>{emptyText ?? messages.noLinesText}</EmptyState>
      ) : (
        <div className={styles.grid}>
          <ColumnNames
            className={styles.names}
            names={[messages.item, messages.quantity, messages.rate, messages.amount, '']}
          />
          <ul>
            {lines.map((line, at) => (
              <li key={line.key} className={styles.line} aria-label={messages.lineNumber(at + 1)}>
                {line.expenseid !== null ? (
                  <ExpenseLine
                    line={line}
                    currency={currency}
                    errors={errors[line.key] ?? {}}
                    onChange={(change) => set(line.key, change)}
                    onRemove={() => onChange(lines.filter(({ key }) => key !== line.key))}
                    moves={ordered && <MoveButtons lines={lines} line={line} onChange={onChange} />}
                  />
                ) : line.custom ? (
                  <CustomLine
                    line={line}
                    currency={currency}
                    errors={errors[line.key] ?? {}}
                    isNew={line.key === added}
                    onChange={(change) => set(line.key, change)}
                    onRemove={() => onChange(lines.filter(({ key }) => key !== line.key))}
                    moves={ordered && <MoveButtons lines={lines} line={line} onChange={onChange} />}
                  />
                ) : (
                  <TimeLine
                    line={line}
                    currency={currency}
                    errors={errors[line.key] ?? {}}
                    onChange={(change) => set(line.key, change)}
                    moves={ordered && <MoveButtons lines={lines} line={line} onChange={onChange} />}
                    showEntries={showEntries}
                  />
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <Button icon={Plus} onPress={add}>
          {messages.addLine}
        </Button>
      </div>
    </Section>
  )
}

/** Announced after a move, because only the order on the screen changes. */
function MoveButtons({ lines, line, onChange }: Pick<LinesProps, 'lines' | 'onChange'> & { readonly line: Line }) {
  const messages = useDraftTimeMessages()
  const place = useRef<HTMLSpanElement>(null)
  const [moved, setMoved] = useState<-1 | 1 | null>(null)
  const at = lines.findIndex(({ key }) => key === line.key)
  // A focused element that changes its place in the document loses the focus.
  useEffect(() => {
    if (moved === null || document.activeElement !== document.body) return
    const buttons = [...(place.current?.querySelectorAll('button') ?? [])]
    const usual = moved < 0 ? buttons : buttons.toReversed()
    usual.find((button) => !button.disabled)?.focus()
  })
  if (lines.length < 2) return null
  const move = (by: -1 | 1): void => {
    setMoved(by)
    onChange(withMovedLine(lines, line.key, by))
  }
  return (
    <span ref={place} className={styles.moves}>
      <IconButton icon={ArrowUp} label={messages.moveUp(line.name)} isDisabled={at === 0} onPress={() => move(-1)} />
      <IconButton
        icon={ArrowDown}
        label={messages.moveDown(line.name)}
        isDisabled={at === lines.length - 1}
        onPress={() => move(1)}
      />
      <span role="status" className="hidden">
        {moved !== null && messages.lineMoved(line.name, at + 1, lines.length)}
      </span>
    </span>
  )
}

interface CustomLineProps extends LineProps {
  readonly onRemove: () => void
  readonly isNew: boolean
}

function CustomLine({ line, currency, errors, onChange, onRemove, isNew, moves }: CustomLineProps) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const place = useRef<HTMLDivElement>(null)
  // The line with the error may be far from the button that saves.
  useEffect(() => {
    if (Object.keys(errors).length > 0) place.current?.scrollIntoView({ block: 'center' })
  }, [errors])
  const amount = amountOf(line)
  const wrong = amount === undefined ? messages.noNumber : undefined
  const number = { inputMode: 'decimal' as const, numeric: true, labelHidden: true }
  return (
    <>
      <div className={styles.item} ref={place}>
        <NameField line={line} errors={errors} onChange={onChange} placeholder={messages.item} autoFocus={isNew} />
        <Description line={line} errors={errors} onChange={onChange} />
      </div>
      {(['quantity', 'rate'] as const).map((name) => (
        <div key={name} data-label={messages[name]} className={styles.number}>
          <TextField
            {...number}
            label={messages[name]}
            value={line[name]}
            onChange={(value) => onChange({ [name]: value })}
            error={errors[name]}
          />
        </div>
      ))}
      <div data-label={messages.amount} className={styles.number}>
        {isAmountComputed(line) ? (
          <output className={styles.amount} data-wrong={wrong !== undefined}>
            {wrong ?? formats.money(amount, currency)}
          </output>
        ) : (
          <TextField
            {...number}
            label={messages.amount}
            value={line.amount}
            onChange={(typed) => onChange({ amount: typed })}
            error={errors.amount ?? wrong}
          />
        )}
        {isAmountComputed(line) && errors.amount !== undefined && <p className={styles.error}>{errors.amount}</p>}
      </div>
      <LineEnd line={line} moves={moves} onRemove={onRemove} />
    </>
  )
}

function Description(props: LineTextProps) {
  const messages = useMoneyMessages()
  const [open, setOpen] = useState(props.line.description !== '')
  if (open) return <DescriptionField {...props} />
  return (
    <button type="button" className={styles.more} onClick={() => setOpen(true)}>
      {messages.addDescription}
    </button>
  )
}

interface TimeLineProps extends LineProps {
  readonly showEntries: ShowEntries | undefined
}

function TimeLine({ line, currency, errors, onChange, moves, showEntries }: TimeLineProps) {
  const messages = useMoneyMessages()
  const drafts = useDraftTimeMessages()
  const formats = useFormats()
  const [shown, setShown] = useState(false)
  return (
    <>
      <div className={styles.item}>
        <span className={styles.locked}>
          <Lock size={13} aria-hidden />
          <strong>{line.name}</strong>
          <span className="hidden">{messages.fromTime}</span>
        </span>
        {line.writtendown !== null && (
          <span className={styles.more}>{drafts.writtenDownBy(formats.money(line.writtendown, currency))}</span>
        )}
        <Description line={line} errors={errors} onChange={onChange} />
      </div>
      <div data-label={messages.quantity} className={styles.number}>
        <span className={styles.amount}>{line.quantity}</span>
      </div>
      <div data-label={messages.rate} className={styles.number}>
        <span className={styles.amount}>{line.rate}</span>
      </div>
      <div data-label={messages.amount} className={styles.number}>
        <span className={styles.amount}>{formats.money(amountOf(line), currency)}</span>
      </div>
      <div className={styles.end}>
        {moves}
        <IconButton icon={Clock} label={messages.showHours(line.name)} onPress={() => setShown(true)} />
        {shown && line.id !== null && showEntries?.(line, line.id, () => setShown(false))}
      </div>
    </>
  )
}
