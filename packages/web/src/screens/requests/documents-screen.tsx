// All documents that one may see: found by words, project, uploader and tag; opened at the side; uploaded by dropping them.
import type { DocumentRecord } from '@stint/sdk'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Files, Upload } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { sortsOf } from '../../api/permits.ts'
import { type QueryOf, useOne, usePages } from '../../api/records.ts'
import { useMay, useSees, useSession } from '../../api/session.tsx'
import { useKeys } from '../../frame/shortcuts.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { ChipMark, ChipToggle } from '../../parts/chip.tsx'
import { FindField } from '../../parts/choices.tsx'
import { SearchField } from '../../parts/fields.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { Empty, Failed, Loading, Page } from '../../parts/page.tsx'
import { RecordTable, type TableColumn } from '../../parts/record-table.tsx'
import { sortingOf, sortText } from '../../parts/sorting.ts'
import { useRequestsWords } from '../../words/requests.ts'
import { useWords } from '../../words/words.ts'
import { useOptions } from '../tasks/options.ts'
import { FileMark } from './document-line.tsx'
import { DocumentPanel } from './document-panel.tsx'
import { DocumentSending } from './document-sending.tsx'
import styles from './documents.module.css'
import type { DocumentsSearch } from './search.ts'

type Sorts = NonNullable<QueryOf<'document'>['sortfield']>

const usualSort = '-datemodified'
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
  const { field, down } = sortingOf(sort, usualSort, fields)
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

function useGo(): (change: Change) => Promise<void> {
  const search = useSearch({ from: '/documents' })
  const navigate = useNavigate()
  return (change) => {
    const next = Object.fromEntries(Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined))
    return navigate({ to: '/documents', search: next as DocumentsSearch, replace: true })
  }
}

export function DocumentsScreen() {
  const words = useRequestsWords().documents
  const may = useMay()
  const search = useSearch({ from: '/documents' })
  const go = useGo()
  const [sending, setSending] = useState(false)
  const writes = may('document', 'create')
  useKeys(writes ? [{ keys: 'n', name: words.upload, run: () => setSending(true) }] : [])
  return (
    <Page
      wide
      title={words.title}
      actions={
        writes && (
          <Button look="strong" icon={Upload} onPress={() => setSending(true)}>
            {words.upload}
          </Button>
        )
      }
    >
      <Bar search={search} go={go} />
      <Found search={search} go={go} />
      {search.open !== undefined && <Opened id={search.open} onClose={() => go({ open: undefined })} />}
      {sending && <DocumentSending project={search.project ?? null} onClose={() => setSending(false)} />}
    </Page>
  )
}

interface BarProps {
  readonly search: DocumentsSearch
  readonly go: (change: Change) => Promise<void>
}

function Bar({ search, go }: BarProps) {
  const words = useRequestsWords().documents
  const sees = useSees()
  const { role } = useSession()
  const projects = useOptions('project', [])
  const people = useOptions('person', [], sees('document', 'person'))
  return (
    <div className={styles.bar}>
      <div className={styles.search}>
        <SearchField
          label={words.search}
          value={search.search ?? ''}
          onChange={(text) => void go({ search: text === '' ? undefined : text })}
        />
      </div>
      <div className={styles.choose}>
        <FindField
          label={words.filters.project}
          labelHidden
          placeholder={words.filters.project}
          options={projects}
          value={search.project ?? null}
          onChange={(project) => void go({ project: project ?? undefined })}
        />
      </div>
      {sees('document', 'person') && (
        <div className={styles.choose}>
          <FindField
            label={words.filters.person}
            labelHidden
            placeholder={words.filters.person}
            options={people}
            value={search.person ?? null}
            onChange={(person) => void go({ person: person ?? undefined })}
          />
        </div>
      )}
      {role !== 'Executive' && (
        <ChipToggle
          name={words.filters.public}
          on={search.public === true}
          onChange={(on) => void go({ public: on || undefined })}
        />
      )}
      {search.tag !== undefined && (
        <ChipMark text={`${words.filters.tag}: ${search.tag}`} onClear={() => void go({ tag: undefined })} />
      )}
      {search.task !== undefined && (
        <ChipMark text={words.ofTask(search.task)} onClear={() => void go({ task: undefined })} />
      )}
      {search.milestone !== undefined && (
        <ChipMark text={words.ofMilestone(search.milestone)} onClear={() => void go({ milestone: undefined })} />
      )}
    </div>
  )
}

function Found({ search, go }: BarProps) {
  const words = useRequestsWords().documents
  const parts = useWords().parts
  const { open: _, search: typed, ...rest } = search
  const text = useDeferredValue(typed)
  const asked = { ...rest, ...(text === undefined ? {} : { search: text }) }
  const query = usePages('document', queryOf(asked), 50)
  const columns = useColumns(go)
  const documents = query.data?.pages.flatMap(({ records }) => records)
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  if (documents === undefined) return <Loading />
  if (documents.length === 0) {
    const narrowed = Object.keys(asked).some((name) => name !== 'sort')
    return (
      <Empty icon={Files} title={narrowed ? words.emptyFilter : words.empty}>
        {words.emptyText}
      </Empty>
    )
  }
  return (
    <>
      <RecordTable
        label={words.title}
        columns={columns}
        records={documents}
        sorting={sortingOf(search.sort, usualSort, fields)}
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
  const words = useRequestsWords().documents
  const formats = useFormats()
  const people = useSees()('document', 'person')
  const isClient = useSession().role === 'Executive'
  const narrow = useNarrow()
  return useMemo(() => {
    const { columns } = words
    const wide: TableColumn<DocumentRecord>[] = [
      { id: 'size', name: columns.size, numeric: true, width: 84, cell: ({ filesize }) => formats.bytes(filesize) },
      { id: 'version', name: columns.version, numeric: true, width: 76, cell: ({ version }) => words.version(version) },
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
              cell: ({ public: shown }: DocumentRecord) => shown && <Badge tone="accent">{words.public}</Badge>,
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
  }, [words, formats, people, isClient, narrow, go])
}

function TitleCell({
  document,
  go,
}: {
  readonly document: DocumentRecord
  readonly go: (change: Change) => Promise<void>
}) {
  const words = useRequestsWords().documents
  const { id, title, filename, project, taskid, milestoneid, queueid, tags } = document
  const part =
    taskid !== null ? words.task : milestoneid !== null ? words.milestone : queueid !== null ? words.request : null
  const place = [project, part].filter((one) => one !== null).join(' · ')
  return (
    <span className={styles.cell}>
      <FileMark filename={filename} />
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

function Opened({ id, onClose }: { readonly id: number; readonly onClose: () => Promise<void> }) {
  const { data } = useOne('document', id)
  return data === undefined ? null : <DocumentPanel document={data} onClose={onClose} />
}
