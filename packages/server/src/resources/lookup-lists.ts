// The short lists of an account: groups, types of contact, labels, modules, work types, types of payment, categories of
// expenses. Writing them is an extension of the reference (decision 48): a self-hosted server has no other way to set
// them up.
import { administratorOnly, allRoles } from '../define/actor.ts'
import { ref, stored } from '../define/fields.ts'
import { equalsId, isFlag } from '../define/filters.ts'
import { color, flag, integer, plainText, rate } from '../define/kinds.ts'
import { defineResource, type Operation } from '../define/resource.ts'
import { sql } from '../io/sql.ts'
import { moneyReaders } from './visibility.ts'

const administratorWrites = { create: administratorOnly, update: administratorOnly, delete: administratorOnly }
const extensionWrites: readonly Operation[] = ['create', 'update', 'delete']
const activeFilter = { active: isFlag('active', 'Active or inactive ones only') }

export const group = defineResource('group', {
  doc: 'The four access levels.',
  table: 'persongroup',
  access: { list: allRoles, read: allRoles },
  visible: () => null,
  fields: { name: stored(plainText(), { readOnly: true, doc: 'Administrator, Manager, Resource or Executive' }) },
})

export const contacttype = defineResource('contacttype', {
  doc: 'Kinds of contact information.',
  access: { list: allRoles },
  visible: () => null,
  fields: { name: stored(plainText(), { readOnly: true }) },
})

export const contactdescriptor = defineResource('contactdescriptor', {
  doc: 'Subtypes of a contact type, such as work or mobile for a phone number.',
  access: { list: allRoles },
  visible: () => null,
  fields: {
    contacttypeid: ref('contacttype', { readOnly: true, required: true }),
    name: stored(plainText(), { readOnly: true }),
  },
  filters: { contacttypeid: equalsId('contacttypeid', 'Descriptors of that contact type') },
  requiredFilters: ['contacttypeid'],
})

export const projectlabel = defineResource('projectlabel', {
  doc: 'Account-wide labels for projects.',
  access: { list: allRoles, read: allRoles, ...administratorWrites },
  extensionOperations: extensionWrites,
  visible: () => null,
  fields: {
    name: stored(plainText(55), { required: true }),
    color: stored(color, { required: true, doc: 'Six hex digits without #' }),
    priority: stored(integer, { required: true, doc: 'Order in lists, lower first' }),
    active: stored(flag, { required: true }),
  },
  filters: activeFilter,
  defaultSort: { field: 'priority', descending: false },
})

export const module = defineResource('module', {
  doc: 'Default modules (task categories) of the account; active ones are copied into every new project.',
  access: { list: administratorOnly, read: administratorOnly, ...administratorWrites },
  extensionOperations: extensionWrites,
  visible: () => sql`module.custom = 'f'`,
  fields: {
    name: stored(plainText(155), { required: true }),
    description: stored(plainText(155)),
    active: stored(flag, { required: true }),
  },
  filters: activeFilter,
})

export const worktype = defineResource('worktype', {
  doc: 'Default work types of the account; active ones are copied into every new project.',
  access: { list: administratorOnly, read: administratorOnly, ...administratorWrites },
  extensionOperations: extensionWrites,
  visible: () => sql`worktype.custom = 'f'`,
  fields: {
    name: stored(plainText(155), { required: true }),
    defaulthourlyrate: stored(rate, { required: true }),
    active: stored(flag, { required: true }),
  },
  filters: activeFilter,
})

export const paymenttype = defineResource('paymenttype', {
  doc: 'Kinds of payment.',
  access: { list: moneyReaders, read: moneyReaders, ...administratorWrites },
  extensionOperations: extensionWrites,
  visible: () => null,
  fields: {
    name: stored(plainText(55), { required: true }),
    priority: stored(integer, { required: true, doc: 'Order in lists, lower first' }),
  },
  defaultSort: { field: 'priority', descending: false },
})

export const expensecategory = defineResource('expensecategory', {
  noun: ['expense category', 'expense categories'],
  doc: 'Categories of expenses.',
  access: { list: moneyReaders, read: moneyReaders, ...administratorWrites },
  extensionOperations: ['list', 'read', ...extensionWrites],
  visible: () => null,
  fields: {
    name: stored(plainText(55), { required: true }),
    priority: stored(integer, { required: true, doc: 'Order in lists, lower first' }),
    active: stored(flag, { required: true, default: 't' }),
  },
  filters: activeFilter,
  defaultSort: { field: 'priority', descending: false },
})
