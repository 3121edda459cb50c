// The company: how the account presents itself, one record per account. Name, time zone and the unit of budgets are
// stored in the account's row, because all other code reads them there; address, currency and logo are for printing. An
// extension of the reference (decision 48). It does not deal with the people of the account.
import { administratorOnly, allRoles, nonManagers } from '../define/actor.ts'
import { computedWritable, stored, storedIn } from '../define/fields.ts'
import { integer, plainText } from '../define/kinds.ts'
import { type Change, changesField, type Download, defineResource } from '../define/resource.ts'
import type { ColumnValue, WriteTransaction } from '../io/database.ts'
import { accountSlot, type Fragment, slot, sql, sqlName, statement } from '../io/sql.ts'
import { WireFile } from '../kit/wire-tree.ts'
import { budgetUnit, currency, logo, timezoneKind } from './company-kinds.ts'

const hideFrom = nonManagers

/** The id of the only record of an account. */
const companyId = 1

const accountColumn = (column: string): Fragment =>
  sql`(select owner.${sqlName(column)} from account owner where owner.id = company.accountid)`

const accountFields = ['name', 'timezone', 'budgetsin'] as const

/** An uploaded file becomes the logo; a blank value removes the present one. */
function applyUploadedLogo({ values }: Change): void {
  if (!Object.hasOwn(values, 'logo')) return
  const parts = values.logo instanceof WireFile ? values.logo.parts : null
  values.logo = parts?.hash ?? null
  values.logofilename = parts?.filename ?? null
  values.logofilesize = parts?.filesize ?? null
  values.logomediatype = parts?.mediatype ?? null
}

const updatePersonTimezones = statement(sql`update person set timezone = ${slot('zone')}
  where accountid = ${accountSlot} and timezone = ${slot('was')}`)

/** Changes the zone of the people who had the account's old zone; a person with another zone keeps it. */
export const changeTimezone = (tx: WriteTransaction, was: string, zone: string): Promise<void> =>
  tx.run('person', updatePersonTimezones, { zone, was })

async function writeAccountFields(change: Change): Promise<void> {
  const { tx, values, previous } = change
  if (changesField(change, 'timezone')) {
    await changeTimezone(tx, String(previous?.timezone), String(values.timezone))
  }
  const changed = accountFields.filter((field) => changesField(change, field))
  const columns = Object.fromEntries(changed.map((field) => [field, values[field] as ColumnValue]))
  await tx.update('account', tx.accountid, columns)
}

const logoById =
  statement(sql`select company.logofilename, company.logofilesize, company.logomediatype, company.logohash
  from company where company.accountid = ${accountSlot} and company.id = ${slot('id')} and company.logohash is not null`)

const download: Download = {
  doc: 'The logo.',
  find: async (tx, id, version) => {
    const row = version === null ? await tx.first(logoById, { id }) : undefined
    if (row === undefined) return undefined
    const [filename, filesize, mediatype, hash] = row
    return {
      filename: String(filename),
      filesize: Number(filesize),
      mediatype: String(mediatype),
      hash: String(hash),
    }
  },
}

export const company = defineResource('company', {
  doc: 'How the account presents itself: its name, address and logo, its currency and time zone.',
  access: { list: allRoles, read: allRoles, update: administratorOnly },
  extensionOperations: ['list', 'read', 'update'],
  singletonId: () => companyId,
  download,
  visible: () => null,
  fields: {
    name: computedWritable(plainText(255), accountColumn('name'), { required: true }),
    timezone: computedWritable(timezoneKind, accountColumn('timezone'), {
      required: true,
      doc: "The account's time zone, by its IANA name: it decides which day it is",
    }),
    budgetsin: computedWritable(budgetUnit, accountColumn('budgetsin'), {
      required: true,
      hideFrom,
      doc: "What budgets of projects are counted in: 'hours' or 'money'",
    }),
    currency: stored(currency, { doc: 'As ISO 4217 names it, such as EUR; blank for none' }),
    address: stored(plainText(), { doc: 'As it is printed, line by line' }),
    taxnumber: stored(plainText(55)),
    logo: storedIn('logohash', logo, {
      shown: false,
      doc: 'A PNG or JPEG image, as a part of a multipart/form-data body; a blank removes it',
    }),
    logofilename: stored(
      { ...plainText(255), blank: null },
      { readOnly: true, doc: 'Name of the logo; none without one' },
    ),
    logofilesize: stored(integer, { readOnly: true, shown: false }),
    logomediatype: stored({ ...plainText(), blank: null }, { readOnly: true, shown: false }),
  },
  before: applyUploadedLogo,
  after: writeAccountFields,
})
