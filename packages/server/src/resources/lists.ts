// The short lists of an account: groups, kinds of contact, labels, modules, work types, kinds of payment. Writes to them
// are ours, beyond the reference (decision 48): a self-hosted server has no other way to set them up.
import { everyone, type Role } from '../define/actor.ts'
import { ref, stored } from '../define/fields.ts'
import { isFlag, isId } from '../define/filters.ts'
import { color, flag, integer, rate, text } from '../define/kinds.ts'
import { defineResource, type Operation } from '../define/resource.ts'
import { sql } from '../io/sql.ts'
import { moneyReaders } from './visibility.ts'

const administrator: readonly Role[] = ['Administrator']
const settings = { create: administrator, update: administrator, delete: administrator }
const ours: readonly Operation[] = ['create', 'update', 'delete']
const activeFilter = { active: isFlag('active', 'Active or inactive ones only') }

export const group = defineResource('group', {
  doc: 'The four access levels.',
  table: 'persongroup',
  access: { list: everyone, read: everyone },
  visible: () => null,
  fields: { name: stored(text(), { fixed: true, doc: 'Administrator, Manager, Resource or Executive' }) },
})

export const contacttype = defineResource('contacttype', {
  doc: 'Kinds of contact information.',
  access: { list: everyone },
  visible: () => null,
  fields: { name: stored(text(), { fixed: true }) },
})

export const contactdescriptor = defineResource('contactdescriptor', {
  doc: 'Sub-kinds of a contact type, such as work or mobile for a phone number.',
  access: { list: everyone },
  visible: () => null,
  fields: {
    contacttypeid: ref('contacttype', { fixed: true, required: true }),
    name: stored(text(), { fixed: true }),
  },
  filters: { contacttypeid: isId('contacttypeid', 'Descriptors of that contact type') },
  requires: ['contacttypeid'],
})

export const projectlabel = defineResource('projectlabel', {
  doc: 'Account-wide labels for projects.',
  access: { list: everyone, read: everyone, ...settings },
  ours,
  visible: () => null,
  fields: {
    name: stored(text(55), { required: true }),
    color: stored(color, { required: true, doc: 'Six hex digits without #' }),
    priority: stored(integer, { required: true, doc: 'Order in lists, lower first' }),
    active: stored(flag, { required: true }),
  },
  filters: activeFilter,
  order: { field: 'priority', descending: false },
})

export const module = defineResource('module', {
  doc: 'Default modules (task categories) of the account; active ones are copied into every new project.',
  access: { list: administrator, read: administrator, ...settings },
  ours,
  visible: () => sql`module.custom = 'f'`,
  fields: {
    name: stored(text(155), { required: true }),
    description: stored(text(155)),
    active: stored(flag, { required: true }),
  },
  filters: activeFilter,
})

export const worktype = defineResource('worktype', {
  doc: 'Default work types of the account; active ones are copied into every new project.',
  access: { list: administrator, read: administrator, ...settings },
  ours,
  visible: () => sql`worktype.custom = 'f'`,
  fields: {
    name: stored(text(155), { required: true }),
    defaulthourlyrate: stored(rate, { required: true }),
    active: stored(flag, { required: true }),
  },
  filters: activeFilter,
})

export const paymenttype = defineResource('paymenttype', {
  doc: 'Kinds of payment.',
  access: { list: moneyReaders, read: moneyReaders, ...settings },
  ours,
  visible: () => null,
  fields: {
    name: stored(text(55), { required: true }),
    priority: stored(integer, { required: true, doc: 'Order in lists, lower first' }),
  },
  order: { field: 'priority', descending: false },
})
