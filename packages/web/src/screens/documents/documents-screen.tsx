// The list of documents, with filters for text, project, uploader and tag. A document opens in a panel at the side.

import type { DocumentRecord } from '@stint/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { Files, Upload } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { sortsOf } from '../../api/permissions.ts'
import { type QueryOf, useOne, usePages } from '../../api/records.ts'
import { useMaySee, useMaySet } from '../../api/session.tsx'
import { useAddButton } from '../../frame/add-button.tsx'
import { useLabels } from '../../messages/labels.ts'
import { useRequestsMessages } from '../../messages/requests.ts'
import { Badge } from '../../parts/badge.tsx'
import { StaticChip } from '../../parts/chip.tsx'
import { ToggleFilter } from '../../parts/choice-filters.tsx'
import type { Closable } from '../../parts/dialog.tsx'
import { CompactFilter, FilterBar, FilterItem, SearchFilter } from '../../parts/filter-bar.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { EmptyState, LoadError, Loading, Page } from '../../parts/page.tsx'
import { MoreButton } from '../../parts/query-list.tsx'
import { RecordTable, type TableColumn } from '../../parts/record-table.tsx'
import { type SearchChange, useSearchParams } from '../../parts/search-params.ts'
import { sortingOf, sortText } from '../../parts/sorting.ts'
import { FileIcon } from '../../records/documents/document-line.tsx'
import { DocumentPanel } from '../../records/documents/document-panel.tsx'
import styles from '../../records/documents/documents.module.css'
import { useOptions } from '../../records/tasks/task-options.ts'
import { DocumentUpload } from './document-upload.tsx'
import type { DocumentsSearch } from './search.ts'

type Sorts = NonNullable<QueryOf<'document'>['sortfield']>

const defaultSort = '-datemodified'
const fields = sortsOf('document', 'Administrator')

function queryOf({
  search,
  project,
  person,
  task,
  milestone,
  tag,
  public: shown,
  sort,
}: DocumentsSearch): QueryOf<'document'> {
  const { field, down } = sortingOf(sort, defaultSort, fields)
  return {
    sortfield: field as Sorts,
    sortdir: down ? 'DESC' : 'ASC',
    ...(search === undefined ? {} : { search }),
    ...(project === undefined ? {} : { projectid: project }),
    ...(person === undefined ? {} : { personid: person }),
    ...(task === undefined ? {} : { taskid: task }),
    ...(milestone === undefined ? {} : { milestoneid: milestone }),
    ...(tag === undefined ? {} : { tag }),
    ...(shown === true ? { public: true } : {}),
  }
}

const route = getRouteApi('/documents')

export function DocumentsScreen() {
  const messages = useRequestsMessages().documents
  const maySet = useMaySet()
  const { search, set: go } = useSearchParams(route)
  const [sending, setSending] = useState(false)
  const addButton = useAddButton({
    allowed: maySet('document', 'projectid', 'create'),
    name: messages.upload,
    icon: Upload,
    onAdd: () => setSending(true),
  })
  return (
    <Page wide title={messages.title} actions={addButton}>
      <DocumentFilters />
      <DocumentResults />
      {search.open !== undefined && <OpenDocument id={search.open} onClose={() => go({ open: undefined })} />}
      {sending && <DocumentUpload project={search.project ?? null} onClose={() => setSending(false)} />}
    </Page>
  )
}

type SetSearch = (change: SearchChange<DocumentsSearch>) => void

function DocumentFilters() {
  const messages = useRequestsMessages().documents
  const labels = useLabels().document
  const sees = useMaySee()
  const choosesPublic = useMaySet()('document', 'public', 'update')
  const projects = useOptions('project', [])
  const people = useOptions('person', [], sees('document', 'person'))
  const { search, set: go, filter } = useSearchParams(route)
  return (
    <FilterBar compact>
      <CompactFilter label={messages.filters.project} options={projects} {...filter('project')} />
      {sees('document', 'person') && <CompactFilter label={labels.person} options={people} {...filter('person')} />}
      {choosesPublic && <ToggleFilter name={labels.public} {...filter('public')} />}
      {search.tag !== undefined && (
        <FilterItem>
          <StaticChip text={`${messages.filters.tag}: ${search.tag}`} onClear={() => go({ tag: undefined })} />
        </FilterItem>
      )}
      {search.task !== undefined && (
        <FilterItem>
          <StaticChip text={messages.ofTask(search.task)} onClear={() => go({ task: undefined })} />
        </FilterItem>
      )}
      {search.milestone !== undefined && (
        <FilterItem>
          <StaticChip text={messages.ofMilestone(search.milestone)} onClear={() => go({ milestone: undefined })} />
        </FilterItem>
      )}
      <SearchFilter label={messages.search} {...filter('search')} />
    </FilterBar>
  )
}

function DocumentResults() {
  const messages = useRequestsMessages().documents
  const { search, set: go } = useSearchParams(route)
  const { open: _, search: typed, ...rest } = search
  const text = useDeferredValue(typed)
  const filters = { ...rest, ...(text === undefined ? {} : { search: text }) }
  const query = usePages('document', queryOf(filters), 50)
  const columns = useColumns(go)
  const documents = query.data?.pages.flatMap(({ records }) => records)
  if (query.isError) return <LoadError error={query.error} onRetry={() => void query.refetch()} />
  if (documents === undefined) return <Loading />
  if (documents.length === 0) {
    const narrowed = Object.keys(filters).some((name) => name !== 'sort')
    return (
      <EmptyState icon={Files} title={narrowed ? messages.emptyFilter : messages.empty}>
        {messages.emptyText}
      </EmptyState>
    )
  }
  return (
    <>
      <RecordTable
        label={messages.title}
        columns={columns}
        records={documents}
        sorting={sortingOf(search.sort, defaultSort, fields)}
        onSort={(sorting) => go({ sort: sortText(sorting) })}
        short
      />
      <MoreButton query={query} />
    </>
  )
}

function useColumns(go: SetSearch): TableColumn<DocumentRecord>[] {
  const messages = useRequestsMessages().documents
  const labels = useLabels().document
  const formats = useFormats()
  const people = useMaySee()('document', 'person')
  const choosesPublic = useMaySet()('document', 'public', 'update')
  const narrow = useNarrow()
  return useMemo(() => {
    const { columns } = messages
    const wide: TableColumn<DocumentRecord>[] = [
      { id: 'size', name: labels.filesize, numeric: true, width: 84, cell: ({ filesize }) => formats.bytes(filesize) },
      {
        id: 'version',
        name: columns.version,
        numeric: true,
        width: 76,
        cell: ({ version }) => messages.version(version),
      },
      ...(people
        ? [{ id: 'person', name: columns.person, width: 150, cell: ({ person }: DocumentRecord) => person ?? '' }]
        : []),
      {
        id: 'date',
        name: labels.datemodified,
        sort: 'datemodified',
        width: 178,
        cell: ({ datemodified }) => formats.moment(datemodified),
      },
      // For everybody else all documents are public, so the column would say nothing.
      ...(choosesPublic
        ? [
            {
              id: 'public',
              name: columns.public,
              sort: 'public',
              width: 116,
              cell: ({ public: shown }: DocumentRecord) => shown && <Badge tone="accent">{messages.public}</Badge>,
            },
          ]
        : []),
    ]
    return [
      {
        id: 'title',
        name: columns.title,
        sort: 'title',
        cell: (document) => <TitleCell document={document} go={go} />,
      },
      ...(narrow ? [] : wide),
    ]
  }, [messages, labels, formats, people, choosesPublic, narrow, go])
}

function TitleCell({ document, go }: { readonly document: DocumentRecord; readonly go: SetSearch }) {
  const messages = useRequestsMessages().documents
  const { id, title, filename, project, taskid, milestoneid, queueid, tags } = document
  const part =
    taskid !== null
      ? messages.task
      : milestoneid !== null
        ? messages.milestone
        : queueid !== null
          ? messages.request
          : null
  const place = [project, part].filter((one) => one !== null).join(' · ')
  return (
    <span className={styles.cell}>
      <FileIcon filename={filename} />
      <span className={styles.lineText}>
        <button type="button" className={styles.open} onClick={() => go({ open: id })}>
          {title}
        </button>
        <span className={styles.facts}>
          {place}
          {(tags === '' ? [] : tags.split(',')).map((tag) => (
            <button key={tag} type="button" className={styles.tag} onClick={() => go({ tag })}>
              {`#${tag}`}
            </button>
          ))}
        </span>
      </span>
    </span>
  )
}

function OpenDocument({ id, onClose }: Closable & { readonly id: number }) {
  const { data } = useOne('document', id)
  return data === undefined ? null : <DocumentPanel document={data} onClose={onClose} />
}
