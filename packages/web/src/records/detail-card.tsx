// A card with the fields of a record, and its long text below them.
import type { ComponentProps } from 'react'
import { DetailFields } from '../parts/detail-fields.tsx'
import type { Layout } from '../parts/layout.ts'
import { Section } from '../parts/page.tsx'
import { StoredHtml } from '../parts/stored-html.tsx'
import styles from './record.module.css'

type DetailCardProps<L extends Layout> = ComponentProps<typeof DetailFields<L>> & {
  readonly title: string
  readonly html: string | undefined
}

export function DetailCard<L extends Layout>({ title, html = '', ...details }: DetailCardProps<L>) {
  return (
    <Section title={title} card>
      <div className={styles.tight}>
        <DetailFields<L> {...(details as ComponentProps<typeof DetailFields<L>>)} />
      </div>
      {html !== '' && <StoredHtml html={html} />}
    </Section>
  )
}
