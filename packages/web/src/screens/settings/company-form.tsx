// How the company presents itself: name, address, tax number, currency, time zone, and the logo on its invoices.
import type { CompanyRecord } from '@stint/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FileTrigger } from 'react-aria-components'
import { stint } from '../../api/client.ts'
import { locale } from '../../api/formats.ts'
import { useWrite } from '../../api/records.ts'
import { sessionStateQuery } from '../../api/session.tsx'
import { currencies, zones } from '../../kit/zones.ts'
import { useMessages } from '../../messages/messages.ts'
import { useSettingsMessages } from '../../messages/settings.ts'
import { Button } from '../../parts/button.tsx'
import { ChoiceField, ComboBoxField } from '../../parts/choices.tsx'
import { TextArea, TextField } from '../../parts/fields.tsx'
import { FieldRow, Form, useForm } from '../../parts/form.tsx'
import { QueryView, Section } from '../../parts/page.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import styles from './settings.module.css'

type Change = Parameters<typeof stint.company.update>[0]

const companyQuery = { queryKey: ['company', 'one'], queryFn: () => stint.company.read() }

/** The company's name, currency and zone are in the session too. */
function useCompanyWrite() {
  const queries = useQueryClient()
  return useWrite('company', async (fields: Change) => {
    const company = await stint.company.update(fields)
    await queries.invalidateQueries({ queryKey: sessionStateQuery.queryKey })
    return company
  })
}

export function CompanyForm() {
  const query = useQuery(companyQuery)
  return (
    <QueryView query={query}>
      {(company) => (
        <div className={styles.narrow}>
          <Fields company={company} />
          <Logo company={company} />
        </div>
      )}
    </QueryView>
  )
}

function Fields({ company }: { readonly company: CompanyRecord }) {
  const messages = useSettingsMessages()
  const parts = useMessages().parts
  const write = useCompanyWrite()
  const money = useMemo(() => currencies(locale), [])
  const places = useMemo(zones, [])
  const { name, address, taxnumber, currency, timezone, budgetsin = 'hours' } = company
  const form = useForm({ name, address, taxnumber, currency, timezone, budgetsin }, async (values) => {
    await write.mutateAsync(values)
    showToast(parts.saved)
  })
  return (
    <Form form={form} label={messages.tabs.company}>
      <TextField {...form.field('name')} label={messages.fields.name} required />
      <TextArea {...form.field('address')} label={messages.fields.address} hint={messages.hints.address} />
      <FieldRow>
        <TextField {...form.field('taxnumber')} label={messages.fields.taxnumber} />
        <ComboBoxField
          {...form.field('currency')}
          onChange={(id) => form.set({ currency: id ?? '' })}
          label={messages.fields.currency}
          options={money}
        />
      </FieldRow>
      <FieldRow>
        <ComboBoxField
          {...form.field('timezone')}
          onChange={(id) => id !== null && form.set({ timezone: id })}
          label={messages.fields.timezone}
          hint={messages.hints.timezone}
          options={places}
        />
        <ChoiceField
          {...form.field('budgetsin')}
          onChange={(id) => id !== null && form.set({ budgetsin: id })}
          label={messages.fields.budgetsin}
          options={[
            { id: 'hours', name: messages.budgets.hours },
            { id: 'money', name: messages.budgets.money },
          ]}
        />
      </FieldRow>
      <div>
        <Button type="submit" look="strong" busy={form.busy} isDisabled={!form.changed}>
          {parts.save}
        </Button>
      </div>
    </Form>
  )
}

function Logo({ company }: { readonly company: CompanyRecord }) {
  const messages = useSettingsMessages()
  const write = useCompanyWrite()
  const { logofilename } = company
  const take = (files: FileList | null): void => {
    const [file] = files ?? []
    if (file !== undefined) write.mutate({ logo: { name: file.name, content: file } }, { onError: showError })
  }
  return (
    <Section title={messages.fields.logo}>
      <p className={styles.muted}>{messages.hints.logo}</p>
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
