// The public page of an invoice or an estimate, for clients without a login: it reads the document and says when its
// link does not work. The secret is behind the # of the address, which browsers do not send to a server.
import { StintError } from '@stint/sdk'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { saveBlob } from '../../api/downloads.ts'
import { locale } from '../../api/formats.ts'
import {
  type PublicFields,
  type PublicResource,
  readPublicDocument,
  readPublicPdf,
} from '../../api/public-documents.ts'
import { type Formats, formatsOf } from '../../kit/format.ts'
import { Button } from '../../parts/button.tsx'
import { LoadError } from '../../parts/page.tsx'
import { PdfPages } from '../../parts/pdf-pages.tsx'
import styles from './public-document.module.css'

/** A page without a document, because its link does not work, is in this language. */
const browserLanguage = new Intl.Locale(locale).language

const isGone = (error: Error): boolean => error instanceof StintError && error.status === 404

/** English dates and amounts have the form of the reader's region, as everywhere in the application. */
const localeFor = (language: string): string => (['en', browserLanguage].includes(language) ? locale : language)

export const publicFormats = (language: string, currency: string): Formats =>
  formatsOf(localeFor(language), currency, 'UTC')

interface PublicDocumentParts<K extends PublicResource> {
  readonly resource: K
  /** What the page says without a document, in this language. */
  readonly texts: (language: string) => Readonly<Record<'gone' | 'goneText', string>>
  readonly page: (code: string, query: UseQueryResult<PublicFields[K]> & { data: PublicFields[K] }) => ReactNode
}

interface PublicDocumentProps<K extends PublicResource> extends PublicDocumentParts<K> {
  /** True if somebody is signed in: then it does not count as a view. */
  readonly isOwn: boolean
}

/** The page of one kind of document. */
export const publicDocument =
  <K extends PublicResource>(parts: PublicDocumentParts<K>) =>
  ({ isOwn }: { readonly isOwn: boolean }) => <PublicDocument {...parts} isOwn={isOwn} />

function PublicDocument<K extends PublicResource>({ resource, isOwn, texts, page }: PublicDocumentProps<K>) {
  // A link that was cut is answered like a wrong one.
  const code = location.hash.slice(1) || 'none'
  // Reading it again after a decision is no further view.
  const viewed = useRef(isOwn)
  const query = useQuery({
    queryKey: [`public${resource}`, code],
    queryFn: async () => {
      const document = await readPublicDocument(resource, code, viewed.current)
      viewed.current = true
      return document
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (query.isPending) return null
  if (query.isError && !isGone(query.error))
    return <LoadError error={query.error} onRetry={() => void query.refetch()} />
  const { gone, goneText } = texts(browserLanguage)
  return (
    <main className={styles.place}>
      {query.isError ? (
        <div className={styles.card}>
          <h1>{gone}</h1>
          <p>{goneText}</p>
        </div>
      ) : (
        page(code, query)
      )}
    </main>
  )
}

/** The page has the title and the language of its document. */
function useDocumentHead(title: string, language: string): void {
  useEffect(() => {
    document.title = title
    document.documentElement.lang = language
  }, [title, language])
}

export type Fact = readonly [name: string, value: string]

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface DocumentCardProps {
  readonly resource: PublicResource
  readonly code: string
  readonly document: { readonly language: string; readonly title: string; readonly filename: string }
  readonly heading: string
  readonly badge: ReactNode
  readonly facts: readonly Fact[]
  readonly texts: {
    readonly download: string
    /** The name of the shown PDF. */
    readonly pdf: string
  }
  /** Changes when there is another PDF to show. */
  readonly revision?: number | string
  readonly children: ReactNode
}

/** What the page says about the document, and its PDF. */
export function DocumentCard(props: DocumentCardProps) {
  const { resource, code, document, heading, badge, facts, texts, revision, children } = props
  useDocumentHead(heading, document.language)
  return (
    <>
      <div className={styles.card}>
        <div className={styles.head}>
          <h1>{heading}</h1>
          {badge}
        </div>
        <p>{document.title}</p>
        <Facts facts={facts} />
        <div>
          <DownloadPdf resource={resource} code={code} filename={document.filename} text={texts.download} />
        </div>
        {children}
      </div>
      <ShownPdf key={revision} resource={resource} code={code} label={texts.pdf} />
    </>
  )
}

interface PdfProps {
  readonly resource: PublicResource
  readonly code: string
}

/** The main action of an invoice; of an estimate it is to accept it. */
function DownloadPdf({ resource, code, filename, text }: PdfProps & Record<'filename' | 'text', string>) {
  const save = (): void => void readPublicPdf(resource, code).then((file) => saveBlob(file, filename))
  return (
    <Button look={resource === 'invoice' ? 'strong' : 'plain'} icon={FileDown} onPress={save}>
      {text}
    </Button>
  )
}

function ShownPdf({ resource, code, label }: PdfProps & { readonly label: string }) {
  return <PdfPages label={label} load={async () => (await readPublicPdf(resource, code)).arrayBuffer()} />
}
