// The bar of filters above every list and report: the usual filters in one line, and a button for the others. Each
// filter reports its value to the caller, who keeps it in the URL. A list that the signed-in person may not read is not
// requested.
import type { IsoDate } from '@stint/sdk'
import { ListFilter } from 'lucide-react'
import { Children, isValidElement, type ReactNode, type RefObject, useState } from 'react'
import { useToday } from '../api/formats.ts'
import { useAll } from '../api/records.ts'
import { nameOfSpan, type Span, type SpanName, spanNamed } from '../kit/spans.ts'
import { useFilterMessages } from '../messages/filters.ts'
import { useAfterPaint } from './after-paint.ts'
import { Button } from './button.tsx'
import { ChoiceField, ComboBoxField, type Option } from './choices.tsx'
import { DayField } from './day-field.tsx'
import { useDebouncedText } from './debounced-text.ts'
import { SearchField } from './fields.tsx'
import styles from './filter-bar.module.css'
import { useNarrow } from './narrow.ts'
import { ProjectChoice, projectOption } from './project-choice.tsx'

interface FilterBarProps {
  readonly children: ReactNode
  /** Above a list, the names of filters are not shown on a desktop: their values say it, such as "All clients". */
  readonly compact?: boolean
  /** For a list with more filters than fit into the line. A phone shows only the search and this. */
  readonly more?: MoreFilters
}

interface MoreFilters {
  /** How many filters are set, in the line or not. */
  readonly count: number
  /** Opens all filters. */
  readonly onOpen: () => void
  readonly onClear: () => void
}

const isSlow = (child: ReactNode): boolean => isValidElement(child) && child.type !== SearchFilter

/**
 * Most filters take longer to create than the first rows of a list, so the rows are shown first. The search is there
 * at once, because a key focuses it.
 */
export function FilterBar({ children, compact = false, more }: FilterBarProps) {
  const painted = useAfterPaint()
  return (
    <div className={styles.bar} data-filter-bar data-compact={compact} data-more={more !== undefined}>
      {Children.map(children, (child) => (isSlow(child) && !painted ? <span className={styles.space} /> : child))}
      {more !== undefined && <MoreButtons {...more} />}
    </div>
  )
}

function MoreButtons({ count, onOpen, onClear }: MoreFilters) {
  const messages = useFilterMessages()
  const narrow = useNarrow()
  return (
    <div className={styles.more} data-free data-end>
      <Button look={narrow ? 'plain' : 'quiet'} icon={ListFilter} onPress={onOpen}>
        {narrow ? messages.filtersCount(count) : messages.moreFilters}
      </Button>
      {count > 0 && (
        <Button look="quiet" onPress={onClear}>
          {messages.clearAll}
        </Button>
      )}
    </div>
  )
}

/** Chips that take a part of the line, and another line if they need one. */
export function FilterChips({ children }: { readonly children: ReactNode }) {
  return (
    <div data-free data-chips>
      {children}
    </div>
  )
}

interface FilterItemProps {
  readonly children: ReactNode
  /** At the end of the bar, for controls that are not filters. */
  readonly end?: boolean
}

/** An item with its natural width instead of the common width of filters. */
export function FilterItem({ children, end = false }: FilterItemProps) {
  return (
    <div data-free data-end={end}>
      {children}
    </div>
  )
}

interface IdFilter {
  readonly value: number | undefined
  readonly onChange: (id: number | undefined) => void
}

export function ClientFilter({ value, onChange }: IdFilter) {
  const messages = useFilterMessages()
  const clients = useAll('client', { sortfield: 'name' })
  return (
    <ComboBoxField
      label={messages.client}
      options={(clients.data ?? []).map(({ id, name }) => ({ id, name }))}
      value={value ?? null}
      none={messages.allClients}
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}

export function ProjectFilter({ value, onChange, clientid }: IdFilter & { readonly clientid?: number | undefined }) {
  const messages = useFilterMessages()
  const projects = useAll('project', { sortfield: 'name', ...(clientid === undefined ? {} : { clientid }) })
  return (
    <ProjectChoice
      key={clientid}
      label={messages.project}
      projects={projects.data}
      value={value ?? null}
      none={messages.allProjects}
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}

export function PersonFilter({ value, onChange }: IdFilter) {
  const messages = useFilterMessages()
  const people = useAll('person', {})
  return (
    <ComboBoxField
      label={messages.person}
      options={(people.data ?? []).map(({ id, firstname, lastname }) => ({
        id,
        name: `${firstname} ${lastname}`.trim(),
      }))}
      value={value ?? null}
      none={messages.everyone}
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}

interface CompactFilterProps extends IdFilter {
  readonly label: string
  readonly options: readonly Option<number>[]
}

/** A choice that shows its label as its placeholder. */
export function CompactFilter({ label, options, value, onChange }: CompactFilterProps) {
  return (
    <ComboBoxField
      label={label}
      labelHidden
      placeholder={label}
      options={options}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}

/** The active projects in a compact filter. */
export function CompactProjectFilter(props: Omit<CompactFilterProps, 'options'>) {
  const projects = useAll('project', { active: true }).data ?? []
  return <CompactFilter {...props} options={projects.map(projectOption)} />
}

interface SpanFilterProps {
  readonly value: Span
  readonly onChange: (span: Span) => void
  readonly names: readonly SpanName[]
}

const customSpan = 'own'

/** A named span, or a span with a custom first and last day. */
export function SpanFilter({ value, onChange, names }: SpanFilterProps) {
  const messages = useFilterMessages()
  const today = useToday()
  const named = nameOfSpan(value, today, names)
  const [own, setOwn] = useState(named === null)
  const choose = (id: SpanName | typeof customSpan | null): void => {
    setOwn(id === customSpan)
    if (id !== null && id !== customSpan) onChange(spanNamed(id, today))
  }
  const { datebegin, dateend } = value
  const reversed = datebegin !== undefined && dateend !== undefined && dateend < datebegin
  const set = (day: 'datebegin' | 'dateend') => (to: IsoDate | null) => onChange({ ...value, [day]: to ?? undefined })
  return (
    <>
      <ChoiceField<SpanName | typeof customSpan>
        label={messages.span}
        options={[...names.map((id) => ({ id, name: messages.spans[id] })), { id: customSpan, name: messages.ownSpan }]}
        value={own || named === null ? customSpan : named}
        onChange={choose}
      />
      {(own || named === null) && (
        <>
          <DayField label={messages.from} value={datebegin ?? null} onChange={set('datebegin')} />
          <DayField
            label={messages.until}
            value={dateend ?? null}
            onChange={set('dateend')}
            {...(reversed ? { error: messages.endsBefore } : {})}
          />
        </>
      )}
    </>
  )
}

interface SearchFilterProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (text: string | undefined) => void
  /** The element around the field, for a shortcut that focuses it. */
  readonly within?: RefObject<HTMLDivElement | null>
}

/** Reports the text after a pause in typing. */
export function SearchFilter({ label, value = '', onChange, within }: SearchFilterProps) {
  const [typed, setTyped] = useDebouncedText(value, (text) => onChange(text === '' ? undefined : text))
  return (
    <div data-wide ref={within}>
      <SearchField label={label} value={typed} onChange={setTyped} />
    </div>
  )
}
