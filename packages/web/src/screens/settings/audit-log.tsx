// The audit log of the account, for Administrators: every recorded change, newest first, with filters, a link to the
// record and a CSV file.

import type { EventRecord } from '@stint/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { stint } from '../../api/client.ts'
import { auditQuery } from '../../api/events.ts'
import { useFormats } from '../../api/formats.ts'
import { filtersOf } from '../../api/permissions.ts'
import type { QueryOf } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import type { CsvValue } from '../../kit/csv.ts'
import type { SpanName } from '../../kit/spans.ts'
import { useHistoryMessages } from '../../messages/history.ts'
import { Button } from '../../parts/button.tsx'
import { ChoiceField } from '../../parts/choices.tsx'
import { FilterBar, FilterItem, PersonFilter, SpanFilter } from '../../parts/filter-bar.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { EmptyState, QueryView } from '../../parts/page.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import type { TableColumn } from '../../parts/record-table.tsx'
import { SaveCsvButton } from '../../parts/save-csv-button.tsx'
import { useSearchParams } from '../../parts/search-params.ts'
import { ShortTable } from '../../parts/short-table.tsx'
import { type SentencesOf, useEventSentences } from '../../records/history/change-text.ts'
import styles from '../../records/history/history.module.css'

const wideOnly = ['date', 'record', 'channel']

const route = getRouteApi('/settings')
const spans: readonly SpanName[] = ['allTime', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth', 'thisYear']
const pageSize = 50

/** The resources whose records have a page. */
const pages = {
  client: '/clients/$id',
  invoice: '/invoices/$id',
  milestone: '/milestones/$id',
  person: '/people/$id',
  project: '/projects/$id',
  recurringinvoice: '/recurring/$id',
  request: '/requests/$id',
  task: '/tasks/$id',
} as const

type Messages = ReturnType<typeof useHistoryMessages>

function useAuditFilters(): QueryOf<'event'> {
  const { tab: _tab, ...filters } = route.useSearch()
  return filters as QueryOf<'event'>
}

function RecordName({ event, messages }: { readonly event: EventRecord; readonly messages: Messages }) {
  const { resource, recordid, kind } = event
  const text = messages.audit.numbered(messages.resources[resource] ?? resource, recordid)
  const to = resource in pages ? pages[resource as keyof typeof pages] : null
  return to === null || kind === 'deleted' ? text : <RecordLink to={to} id={recordid} text={text} />
}

interface WordFilterProps {
  readonly name: 'resource' | 'kind' | 'channel'
  readonly label: string
  readonly all: string
  readonly texts: Readonly<Record<string, string>>
}

/** A filter with the values that the server knows. */
function WordFilter({ name, label, all, texts }: WordFilterProps) {
  const { search, set } = useSearchParams(route)
  const { role } = useSession()
  const options = filtersOf('event', role).find((filter) => filter.name === name)?.options ?? []
  return (
    <ChoiceField<string>
      label={label}
      none={all}
      options={options
        .filter((id) => id in texts)
        .map((id) => ({ id, name: texts[id] ?? id }))
        .toSorted((a, b) => a.name.localeCompare(b.name))}
      value={search[name] ?? null}
      onChange={(value) => void set({ [name]: value ?? undefined })}
    />
  )
}

export function AuditLog() {
  const messages = useHistoryMessages()
  const filters = useAuditFilters()
  const [size, setSize] = useState(pageSize)
  const query = useQuery(auditQuery(filters, size))
  const sentencesOf = useEventSentences(query.data?.records ?? [], '')
  return (
    <div className={styles.blocks}>
      <AuditFilters sentencesOf={sentencesOf} />
      <QueryView query={query}>
        {({ records, count }) =>
          records.length === 0 ? (
            <EmptyState title={messages.audit.none} />
          ) : (
            <>
              <AuditTable events={records} sentencesOf={sentencesOf} />
              {count > records.length && (
                <div>
                  <Button busy={query.isFetching} onPress={() => setSize(size + pageSize)}>
                    {messages.showMore}
                  </Button>
                </div>
              )}
            </>
          )
        }
      </QueryView>
    </div>
  )
}

function AuditFilters({ sentencesOf }: { readonly sentencesOf: SentencesOf }) {
  const messages = useHistoryMessages()
  const texts = messages.audit
  const { search, set, filter } = useSearchParams(route)
  const { datebegin, dateend } = search
  return (
    <FilterBar compact>
      <PersonFilter {...filter('personid')} />
      <WordFilter name="resource" label={texts.resource} all={texts.everything} texts={messages.resources} />
      <WordFilter name="kind" label={texts.kind} all={texts.anyKind} texts={messages.kinds} />
      <WordFilter name="channel" label={texts.channel} all={texts.anyChannel} texts={messages.channels} />
      <SpanFilter
        names={spans}
        value={{ datebegin, dateend }}
        onChange={(span) => void set({ datebegin: span.datebegin, dateend: span.dateend })}
      />
      <FilterItem end>
        <CsvButton sentencesOf={sentencesOf} />
      </FilterItem>
    </FilterBar>
  )
}

interface AuditTableProps {
  readonly events: readonly EventRecord[]
  readonly sentencesOf: SentencesOf
}

function AuditTable({ events, sentencesOf }: AuditTableProps) {
  const messages = useHistoryMessages()
  const texts = messages.audit
  const formats = useFormats()
  const narrow = useNarrow()
  const columns: TableColumn<EventRecord>[] = [
    { id: 'date', name: texts.when, percent: 22, cell: ({ date }) => formats.moment(date) },
    {
      id: 'record',
      name: texts.record,
      percent: 20,
      cell: (event) => <RecordName event={event} messages={messages} />,
    },
    {
      id: 'changes',
      name: texts.changes,
      percent: 42,
      cell: (event) => (
        <div className={styles.wrapped}>
          {narrow && (
            <p className={styles.time}>
              {formats.moment(event.date)} · <RecordName event={event} messages={messages} />
            </p>
          )}
          {sentencesOf(event).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      ),
    },
    { id: 'channel', name: texts.channel, percent: 16, cell: ({ channel }) => messages.channels[channel] ?? channel },
  ]
  return <ShortTable label={texts.table} columns={columns} records={events} wideOnly={wideOnly} />
}

function CsvButton({ sentencesOf }: { readonly sentencesOf: SentencesOf }) {
  const messages = useHistoryMessages()
  const texts = messages.audit
  const filters = useAuditFilters()
  const rows = async (): Promise<CsvValue[][]> => {
    const events = await stint.event.list(filters, { pageSize: 1000 }).all()
    const head = [texts.when, texts.who, texts.record, texts.kind, texts.changes, texts.channel, texts.request]
    const cells = events.map((event) => [
      event.date,
      event.person ?? messages.server,
      texts.numbered(messages.resources[event.resource] ?? event.resource, event.recordid),
      messages.kinds[event.kind] ?? event.kind,
      sentencesOf(event).join('\n'),
      messages.channels[event.channel] ?? event.channel,
      event.requestid,
    ])
    return [head, ...cells]
  }
  return <SaveCsvButton name="audit" label={texts.csv} rows={rows} />
}
