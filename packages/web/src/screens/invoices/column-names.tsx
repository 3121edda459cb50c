// The names above the columns of invoice lines. Screen readers do not read them: every value has its own label.

interface ColumnNamesProps {
  readonly className: string | undefined
  /** An empty name is above a column of buttons. */
  readonly names: readonly string[]
}

export function ColumnNames({ className, names }: ColumnNamesProps) {
  return (
    <div className={className} aria-hidden>
      {names.map((name) => (
        <span key={name}>{name}</span>
      ))}
    </div>
  )
}
