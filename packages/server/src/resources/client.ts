// A client: a customer that owns projects. Resources and Executives see only the clients of projects on whose team they
// are (an Executive also their own client), and of these only the name and number.
import { administratorOnly, allRoles, nonManagers, ownClient } from '../define/actor.ts'
import { emailList } from '../define/email-list.ts'
import { computed, sequence, stored } from '../define/fields.ts'
import { anyOf, flagFilter, isFlag } from '../define/filters.ts'
import { date, fiveDigitNumber, flag, html, integer, plainText } from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import { searchedColumn, searchedNumber, searchFilter } from '../define/search-filters.ts'
import { accountSlot, anyCondition, sql, sqlName } from '../io/sql.ts'
import { currency, documentLanguage } from './company-kinds.ts'
import { checkClientCurrency } from './currencies.ts'
import { inVisibleProject, ownProjects, paddedNumber, seesAll } from './visibility.ts'

const hideFrom = nonManagers

export const client = defineResource('client', {
  doc: 'The companies that projects belong to.',
  access: {
    list: allRoles,
    read: allRoles,
    create: administratorOnly,
    update: administratorOnly,
    delete: administratorOnly,
  },
  visible: (viewer) => {
    if (seesAll(viewer)) return null
    const throughProjects = sql`client.id in (select project.clientid from project
      where project.accountid = ${accountSlot} and project.id in ${ownProjects})`
    return viewer.role === 'Executive'
      ? anyCondition([throughProjects, sql`client.id = ${ownClient}`])
      : throughProjects
  },
  fields: {
    name: stored(plainText(255), { required: true }),
    datecreated: stored(date, { required: true, hideFrom }),
    description: stored(html, { hideFrom }),
    email: stored(plainText(255), { hideFrom }),
    website: stored(plainText(255), { hideFrom }),
    phone: stored(plainText(50), { hideFrom }),
    fax: stored(plainText(50), { hideFrom }),
    address: stored(plainText(), { hideFrom }),
    invoiceto: stored(emailList, {
      hideFrom,
      extension: true,
      doc: 'Addresses to which the last invoice was mailed, separated by commas; the next one suggests them',
    }),
    invoicecc: stored(emailList, { hideFrom, extension: true, doc: 'Addresses that get a copy, likewise' }),
    estimateto: stored(emailList, {
      hideFrom,
      extension: true,
      doc: 'Addresses to which the last estimate was mailed, separated by commas; the next one suggests them',
    }),
    estimatecc: stored(emailList, { hideFrom, extension: true, doc: 'Addresses that get a copy, likewise' }),
    remindersoff: stored(flag, {
      hideFrom,
      extension: true,
      default: 'f',
      doc: "'t' sends no reminders of unpaid invoices",
    }),
    language: stored(documentLanguage, {
      hideFrom,
      extension: true,
      doc: "Language of its invoices and their mails: en, de, fr or es; blank for the company's",
    }),
    currency: stored(currency, {
      hideFrom,
      extension: true,
      doc: "Currency of its rates, expenses and new invoices, such as USD; blank for the company's. Nothing is converted",
    }),
    active: stored(flag, { required: true, default: 't' }),
    localidunpadded: computed(integer, sqlName('client.localid'), { doc: 'Local id without leading zeros' }),
    localid: sequence('client', fiveDigitNumber, { doc: 'Human-readable number, zero-padded' }),
  },
  inSearch: { title: ['name'] },
  filters: {
    localid: anyOf('localid', 'By local ID'),
    active: isFlag('active', 'Active or inactive clients'),
    search: searchFilter('Matches name, description, localid', (use) => [
      searchedColumn(use, 'name'),
      searchedNumber(use, 'localid', paddedNumber('client.localid')),
      ...(hideFrom.includes(use.viewer.role) ? [] : [searchedColumn(use, 'description')]),
    ]),
    projectsonly: flagFilter(
      'Only clients with active projects',
      ({
        viewer,
      }) => sql`exists (select 1 from project where project.accountid = ${accountSlot} and project.clientid = client.id
        and project.active = 't' and ${inVisibleProject(viewer, 'project.id') ?? sql`1 = 1`})`,
      () => sql`1 = 1`,
    ),
  },
  sorts: { id: 'id', localid: 'localid', name: 'name', datecreated: 'datecreated' },
  before: checkClientCurrency,
})
