// The company: how the account presents itself, one record per account. Name, time zone, unit of budgets and share of
// the quota are stored in the account's row, because all other code reads them there; address, currency and logo are
// for printing. An extension of the reference (decision 48). It does not deal with the people of the account.
import { administratorOnly, allRoles, nonAdministrators, nonManagers } from '../define/actor.ts'
import { computed, computedWritable, stored, storedIn } from '../define/fields.ts'
import { flag, integer, plainText } from '../define/kinds.ts'
import { type Change, changesField, defineResource } from '../define/resource.ts'
import type { ColumnValue, WriteTransaction } from '../io/database.ts'
import { type Fragment, slot, sql, sqlName, updateRows } from '../io/sql.ts'
import { templateWords } from '../mail/invoice-mail.ts'
import {
  bic,
  budgetUnit,
  currency,
  documentLanguage,
  factorRule,
  iban,
  idleMinutes,
  logo,
  numberDigits,
  numberForm,
  numberPrefix,
  numberStart,
  payLinkTemplate,
  quotaShare,
  reminderDays,
  roundingMode,
  roundingStep,
  sessionDays,
  timezoneKind,
} from './company-kinds.ts'
import { giveFirstCurrency } from './currencies.ts'
import { checkNumberStart, resolveNumbering } from './invoice-number.ts'
import { applyUploadedFile, downloadOf } from './record-file.ts'
import { hasSampleData, sampleDataActions } from './sample-company.ts'
import { companyId } from './visibility.ts'

const hideFrom = nonManagers

const wordList = templateWords.map((word) => `{${word}}`).join(', ')

const accountColumn = (column: string): Fragment =>
  sql`(select owner.${sqlName(column)} from account owner where owner.id = company.accountid)`

const accountFields = ['name', 'timezone', 'budgetsin', 'quotashare'] as const

const updatePersonTimezones = updateRows('person', sql`timezone = ${slot('zone')}`, sql`timezone = ${slot('was')}`)

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
  await giveFirstCurrency(tx, change)
}

export const company = defineResource('company', {
  doc: 'How the account presents itself: its name, address and logo, its currency and time zone.',
  access: { list: allRoles, read: allRoles, update: administratorOnly },
  extensionOperations: ['list', 'read', 'update'],
  singletonId: () => companyId,
  download: { doc: 'The logo.', find: downloadOf('company', 'logo') },
  actions: sampleDataActions,
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
    quotashare: computedWritable(quotaShare, accountColumn('quotashare'), {
      hideFrom: nonAdministrators,
      doc: 'Percentage of the daily quota that each person except Administrators can use; blank for no limit',
    }),
    currency: stored(currency, {
      doc: 'As ISO 4217 names it, such as EUR; blank for none. Clients may have another one',
    }),
    language: stored(documentLanguage, {
      doc: 'Language of invoices and their mails, unless the client has one: en, de, fr or es; blank for English',
    }),
    managersapprove: stored(flag, {
      default: 'f',
      doc: 'Whether Managers may approve and reject weeks of the people on their projects; else only Administrators',
    }),
    managersseecost: stored(flag, {
      hideFrom,
      default: 'f',
      doc: 'Whether Managers may read the cost rates of people and the margin of their projects; else only Administrators',
    }),
    timerrounding: stored(roundingStep, {
      default: '0',
      doc: 'Minutes to which a timer is rounded when it becomes time; 0 keeps its seconds',
    }),
    timerroundingmode: stored(roundingMode, {
      default: 'nearest',
      doc: "'nearest' or 'up'. A timer that ran becomes one step at least",
    }),
    secondfactor: stored(factorRule, {
      default: 'none',
      hideFrom: nonAdministrators,
      doc: "Who must sign in with a second factor: 'none', 'administrators' or 'everyone'; from the next sign-in on",
    }),
    sessionidle: stored(idleMinutes, {
      required: true,
      hideFrom: nonAdministrators,
      doc: 'Minutes without a request after which a session of the web application ends',
    }),
    sessiondays: stored(sessionDays, {
      required: true,
      hideFrom: nonAdministrators,
      doc: 'Days after which a session of the web application ends in any case',
    }),
    sampledata: computed(flag, sql`case when ${hasSampleData} then 't' else 'f' end`, {
      hideFrom: nonAdministrators,
      doc: 'Whether the sample data is loaded',
    }),
    address: stored(plainText(), { doc: 'As it is printed, line by line' }),
    taxnumber: stored(plainText(55)),
    paymentinfo: stored(plainText(), { doc: 'How clients pay, shown on the public page of an invoice' }),
    paylink: stored(payLinkTemplate, {
      doc: 'Address where clients pay, with {number}, {balance} and {currency}; on invoices, in their mails and on their pages',
    }),
    iban: stored(iban, { doc: 'Account for transfers, on invoices; those in EUR have a QR code' }),
    bic: stored(bic, { doc: 'Bank of this account' }),
    accountholder: stored(plainText(70), { doc: 'Owner of this account; blank for the name of the company' }),
    invoicesubject: stored(plainText(150), {
      hideFrom,
      doc: `Subject of mails with invoices, with ${wordList}; blank for the built-in one`,
    }),
    invoicetext: stored(plainText(), { hideFrom, doc: 'Text of these mails, with the same words' }),
    numbering: stored(numberForm, {
      hideFrom,
      default: 'none',
      doc: "Numbers that invoices get when they are issued: 'none' keeps localid, 'continuous', or 'yearly' from 1 every year",
    }),
    numberprefix: stored(numberPrefix, { hideFrom, doc: 'What these numbers begin with, such as RE-' }),
    numberdigits: stored(numberDigits, { hideFrom, required: true, doc: 'Digits of these numbers, with zeros before' }),
    numberstart: stored(numberStart, {
      hideFrom,
      required: true,
      doc: 'The first number with the prefix; the following years begin with 1',
    }),
    reminders: stored(reminderDays, {
      hideFrom,
      doc: 'Days after the due date on which unpaid invoices are reminded of, such as 3,10,20; blank for no reminders',
    }),
    remindersubject: stored(plainText(150), { hideFrom, doc: 'Subject of reminders; blank for the built-in one' }),
    remindertext: stored(plainText(), { hideFrom, doc: 'Text of reminders, with the same words' }),
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
  resolveFields: resolveNumbering,
  before: (change) => {
    applyUploadedFile(change, 'logo')
    return checkNumberStart(change)
  },
  after: writeAccountFields,
})
