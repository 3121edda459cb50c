// The parts of a screen: the page with its heading, sections, cards, lists of labels and values; and what is shown
// while records load, if there are none, and if loading failed.
import { StintError } from '@stint/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useFormats } from '../api/formats.ts'
import { useSession } from '../api/session.tsx'
import { nowDate } from '../kit/clock.ts'
import { isNetworkError } from '../kit/error-text.ts'
import { useMessages } from '../messages/messages.ts'
import { Button, type Icon } from './button.tsx'
import styles from './page.module.css'
import { usePrinting } from './printing.ts'

interface PageProps {
  readonly title: string
  /** Above the title, such as a link to the list or the project. */
  readonly above?: ReactNode
  /** Replaces the heading, such as by a title that can be edited. It must contain the h1. */
  readonly heading?: ReactNode
  /** Beside the title, such as a badge. */
  readonly beside?: ReactNode
  readonly actions?: ReactNode
  /** Uses the whole width, for tables and boards. */
  readonly wide?: boolean
  readonly children: ReactNode
}

export function Page({ title, above, heading, beside, actions, wide = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Stint`
  }, [title])
  return (
    <div className={styles.page} data-wide={wide}>
      <header className={styles.head}>
        <div className={styles.titles}>
          {above !== undefined && <div className={styles.above}>{above}</div>}
          <div className={styles.titleRow}>
            {heading ?? <h1>{title}</h1>}
            {beside}
          </div>
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        <PrintHeader />
      </header>
      {children}
    </div>
  )
}

/** Shown in print only: the company, the time and the person. */
function PrintHeader() {
  const { company, firstname, lastname } = useSession()
  const messages = useMessages().parts
  const formats = useFormats()
  // Rendered again when the page is printed, so that the time is that of printing.
  usePrinting()
  const moment = formats.exactMoment(nowDate().toISOString())
  return (
    <p className={`printed ${styles.line}`}>{messages.printed(company, moment, `${firstname} ${lastname}`.trim())}</p>
  )
}

interface SectionProps {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
  /** Has its own background. */
  readonly card?: boolean
}

export function Section({ title, actions, children, card = false }: SectionProps) {
  return (
    <section className={card ? styles.card : styles.section} aria-label={title}>
      <header className={styles.sectionHead}>
        <h2>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  )
}

/** Cards side by side, as far as there is room. */
export function Cards({ children }: { readonly children: ReactNode }) {
  return <div className={styles.cards}>{children}</div>
}

export interface Detail {
  readonly name: string
  readonly value: ReactNode
}

interface DetailListProps {
  readonly facts: readonly Detail[]
  /** Each entry is as wide as its value, instead of columns of equal width. */
  readonly compact?: boolean
}

/** Labels and values; entries without a value are left out. */
export function DetailList({ facts, compact = false }: DetailListProps) {
  return (
    <dl className={styles.facts} data-compact={compact}>
      {facts
        .filter(({ value }) => value !== null && value !== undefined && value !== '')
        .map(({ name, value }) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

interface EmptyStateProps {
  readonly icon?: Icon
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** Shown instead of an empty list, with what the user can do about it. */
export function EmptyState({ icon: Picture, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {Picture !== undefined && <Picture size={28} aria-hidden />}
      <p className={styles.emptyTitle}>{title}</p>
      {children !== undefined && <p className={styles.emptyText}>{children}</p>}
      {action}
    </div>
  )
}

export function Loading() {
  const messages = useMessages().parts
  return (
    <div className={styles.loading} role="status" aria-label={messages.loading}>
      <span />
      <span />
      <span />
    </div>
  )
}

export function LoadError({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const messages = useMessages().parts
  const gone = error instanceof StintError && error.kind === 'notFound'
  const why = isNetworkError(error) ? messages.noServer : error instanceof Error ? error.message : String(error)
  const text = gone ? messages.notThere : why
  return (
    <div className={styles.failed} role="alert">
      <p>{text}</p>
      {!gone && onRetry !== undefined && (
        <Button small onPress={onRetry}>
          {messages.tryAgain}
        </Button>
      )}
    </div>
  )
}

interface QueryViewProps<T> {
  readonly query: UseQueryResult<T>
  readonly children: (data: T) => ReactNode
}

/** The result of a query, or its loading or error state. A previous result stays while the query runs again. */
export function QueryView<T>({ query, children }: QueryViewProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <LoadError error={query.error} onRetry={() => void query.refetch()} />
  return <Loading />
}

interface QueryPageProps<T> extends QueryViewProps<T> {
  /** The heading until the record is loaded. */
  readonly title: string
}

/** The page of one record. It has a heading also while the record loads, and if it does not exist. */
export function QueryPage<T>({ title, query, children }: QueryPageProps<T>) {
  if (query.data !== undefined) return children(query.data)
  return (
    <Page title={title}>
      <QueryView query={query}>{children}</QueryView>
    </Page>
  )
}
