// A contact entry of a person: phone, e-mail, address and the like. Everyone may keep their own; only Administrators may
// write another person's. Entries of private people are not for Resources and Executives.
import { everyone, me } from '../define/actor.ts'
import { computed, label, ref, stored } from '../define/fields.ts'
import { isId } from '../define/filters.ts'
import { id, text } from '../define/kinds.ts'
import { notAllowed } from '../define/refusal.ts'
import { type Change, defineResource, type Removal, after as valueAfter } from '../define/resource.ts'
import { account, allOf, name, sql } from '../io/sql.ts'
import { contactsOpen, visiblePerson } from './person.ts'
import { emailFault } from './person-kinds.ts'

const emailType = 1

function ownEntriesOnly(change: Change): void {
  const { actor, was, faults } = change
  const people = [was?.personid ?? actor.personid, valueAfter(change, 'personid')]
  if (actor.role !== 'Administrator' && people.some((personid) => personid !== actor.personid)) {
    throw notAllowed('personcontact: only Administrators may write the entries of another person')
  }
  const value = String(valueAfter(change, 'value') ?? '')
  const fault = valueAfter(change, 'contacttypeid') === emailType ? emailFault(value) : null
  if (fault !== null) faults.unfit('value', value, fault)
}

export const personcontact = defineResource('personcontact', {
  doc: 'Contact entries (phone, e-mail, address, website ...) of a person.',
  access: { list: everyone, read: everyone, create: everyone, update: everyone, delete: everyone },
  joins: { contacttype: 'personcontact.contacttypeid', contactdescriptor: 'personcontact.contactdescriptorid' },
  visible: (viewer) =>
    viewer.role === 'Administrator'
      ? null
      : sql`personcontact.personid in (select person.id from person where person.accountid = ${account}
          and ${allOf([visiblePerson(viewer) ?? sql`person.id = ${me}`, contactsOpen(viewer)])})`,
  fields: {
    personid: ref('person', { required: true, inactive: true }),
    contacttypeid: ref('contacttype', { required: true, shown: false }),
    contactdescriptorid: ref('contactdescriptor', {
      required: true,
      shown: false,
      among: {
        dependsOn: ['contacttypeid'],
        where: (of) => sql`contactdescriptor.contacttypeid = ${of('contacttypeid')}`,
      },
      doc: 'A descriptor of the contact type',
    }),
    contact_type_id: computed(id, name('personcontact.contacttypeid'), { doc: 'Written as contacttypeid' }),
    contact_descriptor_id: computed(id, name('personcontact.contactdescriptorid'), {
      doc: 'Written as contactdescriptorid',
    }),
    value: stored(text(), { required: true }),
    contacttype: label(name('contacttype.name')),
    contactdescriptor: label(name('contactdescriptor.name')),
  },
  filters: {
    personid: isId('personid', 'Entries of the person'),
    contacttypeid: isId('contacttypeid', 'Entries of the contact type'),
    contactdescriptorid: isId('contactdescriptorid', 'Entries with the descriptor'),
  },
  requires: ['personid'],
  before: ownEntriesOnly,
  permitRemoval: async ({ actor, was }: Removal) => {
    if (actor.role !== 'Administrator' && was.personid !== actor.personid) {
      throw notAllowed('personcontact: only Administrators may delete the entries of another person')
    }
  },
})
