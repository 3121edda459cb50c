// The company: how the account presents itself, one record in every account. Name, time zone and what budgets are in stand in
// the account's own row, which everything else asks; address, currency and logo are for what is printed. Ours, beyond the
// reference (decision 48). Who the account's people are is not its business.
import { everyone, type Role } from '../define/actor.ts'
import { placed, stored, storedIn } from '../define/fields.ts'
import { integer, text } from '../define/kinds.ts'
import { type Change, changes, type Download, defineResource } from '../define/resource.ts'
import type { Stored, WriteTransaction } from '../io/database.ts'
import { account, type Fragment, name, slot, sql, statement } from '../io/sql.ts'
import { WireFile } from '../kit/wire-tree.ts'
import { budgetUnit, currency, logo, zone } from './company-kinds.ts'

const hideFrom: readonly Role[] = ['Resource', 'Executive']

/** The record's id: there is one in each account. */
const only = 1

const ofAccount = (column: string): Fragment =>
  sql`(select owner.${name(column)} from account owner where owner.id = company.accountid)`

const inAccount = ['name', 'timezone', 'budgetsin'] as const

/** A file that came becomes the logo; a blank takes the one that is there away. */
function takeLogo({ values }: Change): void {
  if (!Object.hasOwn(values, 'logo')) return
  const parts = values.logo instanceof WireFile ? values.logo.parts : null
  values.logo = parts?.hash ?? null
  values.logofilename = parts?.filename ?? null
  values.logofilesize = parts?.filesize ?? null
  values.logomediatype = parts?.mediatype ?? null
}

const moveAlong = statement(sql`update person set timezone = ${slot('zone')}
  where accountid = ${account} and timezone = ${slot('was')}`)

/** People whose zone was the account's have the new one too: nobody can set theirs apart from it. */
export const moveZone = (tx: WriteTransaction, was: string, zone: string): Promise<void> =>
  tx.run('person', moveAlong, { zone, was })

async function writeAccount(change: Change): Promise<void> {
  const { tx, values, was } = change
  if (changes(change, 'timezone')) {
    await moveZone(tx, String(was?.timezone), String(values.timezone))
  }
  const changed = inAccount.filter((field) => changes(change, field))
  const columns = Object.fromEntries(changed.map((field) => [field, values[field] as Stored]))
  await tx.update('account', tx.accountid, columns)
}

const itsLogo = statement(sql`select company.logofilename, company.logofilesize, company.logomediatype, company.logohash
  from company where company.accountid = ${account} and company.id = ${slot('id')} and company.logohash is not null`)

const download: Download = {
  doc: 'The logo.',
  find: async (tx, id, version) => {
    const row = version === null ? await tx.first(itsLogo, { id }) : undefined
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
  access: { list: everyone, read: everyone, update: ['Administrator'] },
  ours: ['list', 'read', 'update'],
  itself: () => only,
  download,
  visible: () => null,
  fields: {
    name: placed(text(255), ofAccount('name'), { required: true }),
    timezone: placed(zone, ofAccount('timezone'), {
      required: true,
      doc: "The account's time zone, by its IANA name: it decides which day it is",
    }),
    budgetsin: placed(budgetUnit, ofAccount('budgetsin'), {
      required: true,
      hideFrom,
      doc: "What budgets of projects are counted in: 'hours' or 'money'",
    }),
    currency: stored(currency, { doc: 'As ISO 4217 names it, such as EUR; blank for none' }),
    address: stored(text(), { doc: 'As it is printed, line by line' }),
    taxnumber: stored(text(55)),
    logo: storedIn('logohash', logo, {
      shown: false,
      doc: 'A PNG or JPEG image, as a part of a multipart/form-data body; a blank removes it',
    }),
    logofilename: stored({ ...text(255), blank: null }, { fixed: true, doc: 'Name of the logo; none without one' }),
    logofilesize: stored(integer, { fixed: true, shown: false }),
    logomediatype: stored({ ...text(), blank: null }, { fixed: true, shown: false }),
  },
  before: takeLogo,
  after: writeAccount,
})
