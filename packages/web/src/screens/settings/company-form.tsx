// The form of the company: name, address, tax number, currency, time zone, share of the API quota, and the logo of its
// invoices.
import type { CompanyRecord } from '@stint/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FileTrigger } from 'react-aria-components'
import { stint } from '../../api/client.ts'
import { locale } from '../../api/formats.ts'
import { optionsOf } from '../../api/permissions.ts'
import { useWrite } from '../../api/records.ts'
import { sessionStateQuery } from '../../api/session.tsx'
import { currencies, languages, zones } from '../../kit/zones.ts'
import { useHints, useLabels } from '../../messages/labels.ts'
import { useMessages } from '../../messages/messages.ts'
import { useSettingsMessages } from '../../messages/settings.ts'
import { useAfterPaint } from '../../parts/after-paint.ts'
import { Button } from '../../parts/button.tsx'
import { ChoiceField, ComboBoxField } from '../../parts/choices.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { FormFields, formValues, requestFields } from '../../parts/form-fields.tsx'
import { QueryView, Section } from '../../parts/page.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { companyLayout } from './company-layout.ts'
import styles from './settings.module.css'

type Change = Parameters<typeof stint.company.update>[0]

const companyQuery = { queryKey: ['company', 'one'], queryFn: () => stint.company.read() }

/** The session has the name, currency and time zone of the company too, so it is loaded again. */
function useCompanyWrite() {
  const queries = useQueryClient()
  return useWrite('company', async (fields: Change) => {
    const company = await stint.company.update(fields)
    await queries.invalidateQueries({ queryKey: sessionStateQuery.queryKey })
    return company
  })
}

/** The form is long. What does not fit on the screen is created when the first fields are painted. */
const firstRows = 4

export function CompanyForm() {
  const query = useQuery(companyQuery)
  return (
    <QueryView query={query}>
      {(company) => (
        <div className={styles.narrow}>
          <CompanyFields company={company} />
        </div>
      )}
    </QueryView>
  )
}

function CompanyFields({ company }: { readonly company: CompanyRecord }) {
  const painted = useAfterPaint()
  return (
    <>
      <Fields company={company} isWhole={painted} />
      {painted && <Logo company={company} />}
    </>
  )
}

function Fields({ company, isWhole }: { readonly company: CompanyRecord; readonly isWhole: boolean }) {
  const messages = useSettingsMessages()
  const parts = useMessages().parts
  const write = useCompanyWrite()
  const money = useMemo(() => currencies(locale), [])
  const places = useMemo(zones, [])
  const form = useForm(formValues(companyLayout, company), async (values) => {
    await write.mutateAsync(requestFields(companyLayout, values))
    showToast(parts.saved)
  })
  return (
    <Form form={form} label={messages.tabs.company}>
      <FormFields
        layout={companyLayout}
        form={form}
        focus={null}
        {...(isWhole ? {} : { firstRows })}
        own={{
          currency: ({ onChange, ...control }) => (
            <ComboBoxField {...control} onChange={(id) => onChange(id ?? '')} options={money} />
          ),
          language: ({ onChange, value, ...control }) => (
            <ChoiceField
              {...control}
              value={value === '' ? 'en' : value}
              onChange={(id) => onChange(id ?? '')}
              options={languages(locale, optionsOf('company', 'language'))}
            />
          ),
          timezone: ({ onChange, required: _, ...control }) => (
            <ComboBoxField {...control} onChange={(id) => id !== null && onChange(id)} options={places} />
          ),
          budgetsin: (control) => (
            <WordField control={control} words={optionsOf('company', 'budgetsin')} name={messages.budgets} />
          ),
          timerrounding: (control) => (
            <WordField control={control} words={optionsOf('company', 'timerrounding')} name={messages.roundingSteps} />
          ),
          secondfactor: (control) => (
            <WordField control={control} words={optionsOf('company', 'secondfactor')} name={messages.factorRules} />
          ),
          numbering: (control) => (
            <WordField control={control} words={optionsOf('company', 'numbering')} name={messages.numberForms} />
          ),
          timerroundingmode: (control) => (
            <WordField
              control={control}
              words={optionsOf('company', 'timerroundingmode')}
              name={messages.roundingModes}
            />
          ),
        }}
      />
      {isWhole && (
        <div>
          <Button type="submit" look="strong" busy={form.busy} isDisabled={!form.changed}>
            {parts.save}
          </Button>
        </div>
      )}
    </Form>
  )
}

interface WordFieldProps {
  readonly control: {
    readonly label: string
    readonly value: string
    readonly onChange: (value: string) => void
    readonly error: string | undefined
    readonly required?: boolean
  }
  readonly words: readonly string[]
  readonly name: Readonly<Record<string, string>>
}

/** A choice of one word, which is never blank. */
function WordField({ control: { onChange, required: _, ...control }, words, name }: WordFieldProps) {
  return (
    <ChoiceField
      {...control}
      onChange={(id) => id !== null && onChange(id)}
      options={words.map((id) => ({ id, name: name[id] ?? id }))}
    />
  )
}

function Logo({ company }: { readonly company: CompanyRecord }) {
  const messages = useSettingsMessages()
  const labels = useLabels().company
  const hints = useHints('company')
  const write = useCompanyWrite()
  const { logofilename } = company
  const take = (files: FileList | null): void => {
    const [file] = files ?? []
    if (file !== undefined) write.mutate({ logo: { name: file.name, content: file } }, { onError: showError })
  }
  return (
    <Section title={labels.logo}>
      <p className={styles.muted}>{hints.logo}</p>
      <div className={styles.logo}>
        <span>{logofilename === null ? messages.noLogo : messages.logoIs(logofilename)}</span>
        <FileTrigger acceptedFileTypes={['image/png', 'image/jpeg']} onSelect={take}>
          <Button busy={write.isPending}>{messages.chooseLogo}</Button>
        </FileTrigger>
        {logofilename !== null && (
          <Button look="quiet" onPress={() => write.mutate({ logo: null }, { onError: showError })}>
            {messages.removeLogo}
          </Button>
        )}
      </div>
    </Section>
  )
}
