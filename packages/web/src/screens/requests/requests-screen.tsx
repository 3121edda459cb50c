// The list of requests: by default those that wait to be accepted. Clients see their own requests.

import type { RequestRecord } from '@stint/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { useMemo } from 'react'
import { useFormats, useToday } from '../../api/formats.ts'
import { sortsOf } from '../../api/permissions.ts'
import { type QueryOf, useAll, usePages } from '../../api/records.ts'
import { useMay, usePortal } from '../../api/session.tsx'
import { useAddButton } from '../../frame/add-button.tsx'
import { useLabels } from '../../messages/labels.ts'
import { useMessages } from '../../messages/messages.ts'
import { useRequestsMessages } from '../../messages/requests.ts'
import { Badge, Person } from '../../parts/badge.tsx'
import { SegmentedFilter } from '../../parts/choice-filters.tsx'
import { ChoiceField } from '../../parts/choices.tsx'
import { Dot } from '../../parts/dot.tsx'
import { CompactProjectFilter, FilterBar } from '../../parts/filter-bar.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { EmptyState, LoadError, Loading, Page } from '../../parts/page.tsx'
import { MoreButton } from '../../parts/query-list.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { RecordTable, type TableColumn } from '../../parts/record-table.tsx'
import { useSearchParams } from '../../parts/search-params.ts'
import { sortingOf, sortText } from '../../parts/sorting.ts'
import { RequestDialog } from './request-form.tsx'
import styles from './requests.module.css'
import type { RequestsSearch } from './search.ts'

type Sorts = NonNullable<QueryOf<'request'>['sortfield']>

function queryOf({ state, project, priority, sort }: RequestsSearch): QueryOf<'request'> {
  // Waiting requests are sorted oldest first, the others newest first.
  const usual = state === undefined ? 'date' : '-date'
  const { field, down } = sortingOf(sort, usual, sortsOf('request', 'Administrator'))
  return {
    sortfield: field as Sorts,
    sortdir: down ? 'DESC' : 'ASC',
    ...(state === 'all' ? {} : { accepted: state === 'accepted' }),
    ...(project === undefined ? {} : { projectid: project }),
    ...(priority === undefined ? {} : { priorityid: priority }),
  }
}

const route = getRouteApi('/requests')

const useSetSearch = () => useSearchParams(route).set

export function RequestsScreen() {
  const messages = useRequestsMessages()
  const may = useMay()
  const portal = usePortal()
  const search = route.useSearch()
  const go = useSetSearch()
  const addButton = useAddButton({
    allowed: may('request', 'create'),
    name: portal ? messages.newForClient : messages.new,
    keyName: messages.newKey,
    onAdd: () => go({ new: true }),
  })
  return (
    <Page wide title={portal ? messages.titleForClient : messages.title} actions={addButton}>
      <RequestFilters />
      <Requests search={search} />
      {search.new === true && <RequestDialog onClose={() => go({ new: undefined })} />}
    </Page>
  )
}

function RequestFilters() {
  const messages = useRequestsMessages()
  const labels = useLabels().request
  const parts = useMessages().parts
  const { search, set, filter } = useSearchParams(route)
  const priorities = useAll('taskpriority', { active: true }).data ?? []
  return (
    <FilterBar compact>
      <SegmentedFilter
        label={messages.state}
        names={messages.states}
        value={search.state}
        onChange={(state) => set({ state, sort: undefined })}
      />
      <CompactProjectFilter label={labels.projectid} {...filter('project')} />
      <ChoiceField
        label={labels.priorityid}
        labelHidden
        placeholder={labels.priorityid}
        options={priorities.map(({ id, name, color }) => ({ id, name, color }))}
        value={search.priority ?? null}
        none={`${labels.priorityid}: ${parts.all}`}
        onChange={(priority) => set({ priority: priority ?? undefined })}
      />
    </FilterBar>
  )
}

function Requests({ search }: { readonly search: RequestsSearch }) {
  const messages = useRequestsMessages()
  const go = useSetSearch()
  const query = usePages('request', queryOf(search), 50)
  const columns = useColumns(search.state !== undefined)
  const requests = query.data?.pages.flatMap(({ records }) => records)
  const usual = search.state === undefined ? 'date' : '-date'
  if (query.isError) return <LoadError error={query.error} onRetry={() => void query.refetch()} />
  if (requests === undefined) return <Loading />
  if (requests.length === 0) return <NoRequests search={search} />
  return (
    <>
      <RecordTable
        label={messages.title}
        columns={columns}
        records={requests}
        sorting={sortingOf(search.sort, usual, sortsOf('request', 'Administrator'))}
        onSort={(sorting) => go({ sort: sortText(sorting) })}
        short
      />
      <MoreButton query={query} />
    </>
  )
}

function NoRequests({ search }: { readonly search: RequestsSearch }) {
  const messages = useRequestsMessages()
  const portal = usePortal()
  if (portal && search.state === undefined) {
    return (
      <EmptyState icon={Inbox} title={messages.emptyForClient}>
        {messages.emptyForClientText}
      </EmptyState>
    )
  }
  if (search.state !== undefined) return <EmptyState icon={Inbox} title={messages.emptyAll} />
  return (
    <EmptyState icon={Inbox} title={messages.emptyWaiting}>
      {messages.emptyWaitingText}
    </EmptyState>
  )
}

function useColumns(withState: boolean): TableColumn<RequestRecord>[] {
  const messages = useRequestsMessages()
  const labels = useLabels().request
  const formats = useFormats()
  const today = useToday()
  const narrow = useNarrow()
  const priorities = useAll('taskpriority').data
  return useMemo(() => {
    const { columns } = messages
    const wide: TableColumn<RequestRecord>[] = [
      {
        id: 'person',
        name: labels.person,
        sort: 'person',
        width: 180,
        cell: ({ person }) => <Person name={person} />,
      },
      { id: 'date', name: labels.date, sort: 'date', width: 176, cell: ({ date }) => formats.moment(date) },
      {
        id: 'due',
        name: columns.due,
        sort: 'datedue',
        width: 116,
        cell: ({ datedue, accepted }) =>
          datedue !== null && (
            <time className={styles.due} data-late={!accepted && datedue < today}>
              {formats.day(datedue)}
            </time>
          ),
      },
    ]
    const state: TableColumn<RequestRecord> = {
      id: 'state',
      name: columns.state,
      width: 116,
      cell: ({ accepted }) => (
        <Badge tone={accepted ? 'good' : 'warn'}>{accepted ? messages.accepted : messages.waiting}</Badge>
      ),
    }
    return [
      {
        id: 'title',
        name: columns.title,
        sort: 'title',
        cell: (request) => (
          <TitleCell request={request} color={priorities?.find(({ id }) => id === request.priorityid)?.color} />
        ),
      },
      ...(narrow ? [] : wide),
      ...(withState ? [state] : []),
    ]
  }, [messages, labels, formats, today, narrow, priorities, withState])
}

function TitleCell({
  request: { id, title, project, client },
  color,
}: {
  readonly request: RequestRecord
  readonly color: string | undefined
}) {
  const messages = useRequestsMessages()
  const place = project === null ? messages.noProject : client === null ? project : `${project} · ${client}`
  return (
    <span className={styles.titleCell}>
      <span className={styles.titleLine}>
        <Dot color={color} />
        <RecordLink to="/requests/$id" id={id} text={title} />
      </span>
      <span className={styles.faint}>{place}</span>
    </span>
  )
}
