// All documents that one may see: found by words, project, uploader and tag; opened at the side; uploaded by dropping them.
import type { DocumentRecord } from '@stint/sdk'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Files, Upload } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { sortsOf } from '../../api/permissions.ts'
import { type QueryOf, useOne, usePages } from '../../api/records.ts'
import { useMay, useMaySee, useSession } from '../../api/session.tsx'
import { useAddButton } from '../../frame/add-button.tsx'
import { useMessages } from '../../messages/messages.ts'
import { useRequestsMessages } from '../../messages/requests.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { ChipToggle, StaticChip } from '../../parts/chip.tsx'
import { ComboBoxField } from '../../parts/choices.tsx'
import { SearchField } from '../../parts/fields.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { EmptyState, LoadError, Loading, Page } from '../../parts/page.tsx'
import { RecordTable, type TableColumn } from '../../parts/record-table.tsx'
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

type Change = { [K in keyof DocumentsSearch]?: DocumentsSearch[K] | undefined }

function useSetSearch(): (change: Change) => Promise<void> {
  const search = useSearch({ from: '/documents' })
  const navigate = useNavigate()
  return (change) => {
    const next = Object.fromEntries(Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined))
    return navigate({ to: '/documents', search: next as DocumentsSearch, replace: true })
  }
}

export function DocumentsScreen() {
  const messages = useRequestsMessages().documents
  const may = useMay()
  const search = useSearch({ from: '/documents' })
  const go = useSetSearch()
  const [sending, setSending] = useState(false)
  const addButton = useAddButton({
    allowed: may('document', 'create'),
    name: messages.upload,
    icon: Upload,
    onAdd: () => setSending(true),
  })
  return (
    <Page wide title={messages.title} actions={addButton}>
      <DocumentFilters search={search} go={go} />
      <DocumentResults search={search} go={go} />
      {search.open !== undefined && <OpenDocument id={search.open} onClose={() => go({ open: undefined })} />}
      {sending && <DocumentUpload project={search.project ?? null} onClose={() => setSending(false)} />}
    </Page>
  )
}

interface BarProps {
  readonly search: DocumentsSearch
  readonly go: (change: Change) => Promise<void>
}

function DocumentFilters({ search, go }: BarProps) {
  const messages = useRequestsMessages().documents
  const sees = useMaySee()
  const { role } = useSession()
  const projects = useOptions('project', [])
  const people = useOptions('person', [], sees('document', 'person'))
  return (
    <div className={styles.bar}>
      <div className={styles.search}>
        <SearchField
          label={messages.search}
          value={search.search ?? ''}
          onChange={(text) => void go({ search: text === '' ? undefined : text })}
        />
      </div>
      <div className={styles.choose}>
        <ComboBoxField
          label={messages.filters.project}
          labelHidden
          placeholder={messages.filters.project}
          options={projects}
          value={search.project ?? null}
          onChange={(project) => void go({ project: project ?? undefined })}
        />
      </div>
      {sees('document', 'person') && (
        <div className={styles.choose}>
          <ComboBoxField
            label={messages.filters.person}
            labelHidden
            placeholder={messages.filters.person}
            options={people}
            value={search.person ?? null}
            onChange={(person) => void go({ person: person ?? undefined })}
          />
        </div>
      )}
      {role !== 'Executive' && (
        <ChipToggle
          name={messages.filters.public}
          on={search.public === true}
          onChange={(on) => void go({ public: on || undefined })}
        />
      )}
      {search.tag !== undefined && (
        <StaticChip text={`${messages.filters.tag}: ${search.tag}`} onClear={() => void go({ tag: undefined })} />
      )}
      {search.task !== undefined && (
        <StaticChip text={messages.ofTask(search.task)} onClear={() => void go({ task: undefined })} />
      )}
      {search.milestone !== undefined && (
        <StaticChip text={messages.ofMilestone(search.milestone)} onClear={() => void go({ milestone: undefined })} />
      )}
    </div>
  )
}

function DocumentResults({ search, go }: BarProps) {
  const messages = useRequestsMessages().documents
  const parts = useMessages().parts
  const { open: _, search: typed, ...rest } = search
  const text = useDeferredValue(typed)
  const asked = { ...rest, ...(text === undefined ? {} : { search: text }) }
  const query = usePages('document', queryOf(asked), 50)
  const columns = useColumns(go)
  const documents = query.data?.pages.flatMap(({ records }) => records)
  if (query.isError) return <LoadError error={query.error} onRetry={() => void query.refetch()} />
  if (documents === undefined) return <Loading />
  if (documents.length === 0) {
    const narrowed = Object.keys(asked).some((name) => name !== 'sort')
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
        onSort={(sorting) => void go({ sort: sortText(sorting) })}
        short
      />
      {query.hasNextPage && (
        <div>
          <Button busy={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            {parts.more}
          </Button>
        </div>
      )}
    </>
  )
}

function useColumns(go: (change: Change) => Promise<void>): TableColumn<DocumentRecord>[] {
  const messages = useRequestsMessages().documents
  const formats = useFormats()
  const people = useMaySee()('document', 'person')
  const isClient = useSession().role === 'Executive'
  const narrow = useNarrow()
  return useMemo(() => {
    const { columns } = messages
    const wide: TableColumn<DocumentRecord>[] = [
      { id: 'size', name: columns.size, numeric: true, width: 84, cell: ({ filesize }) => formats.bytes(filesize) },
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
        name: columns.date,
        sort: 'datemodified',
        width: 178,
        cell: ({ datemodified }) => formats.moment(datemodified),
      },
      // What a client sees is all there is for them.
      ...(isClient
        ? []
        : [
            {
              id: 'public',
              name: columns.public,
              sort: 'public',
              width: 116,
              cell: ({ public: shown }: DocumentRecord) => shown && <Badge tone="accent">{messages.public}</Badge>,
            },
          ]),
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
  }, [messages, formats, people, isClient, narrow, go])
}

function TitleCell({
  document,
  go,
}: {
  readonly document: DocumentRecord
  readonly go: (change: Change) => Promise<void>
}) {
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
        <button type="button" className={styles.open} onClick={() => void go({ open: id })}>
          {title}
        </button>
        <span className={styles.facts}>
          {place}
          {(tags === '' ? [] : tags.split(',')).map((tag) => (
            <button key={tag} type="button" className={styles.tag} onClick={() => void go({ tag })}>
              {`#${tag}`}
            </button>
          ))}
        </span>
      </span>
    </span>
  )
}

function OpenDocument({ id, onClose }: { readonly id: number; readonly onClose: () => Promise<void> }) {
  const { data } = useOne('document', id)
  return data === undefined ? null : <DocumentPanel document={data} onClose={onClose} />
}
