// An expense: a cost booked on a project, with the fee charged to the client for it. Executives see the fee, but not
// the cost or the person. Amounts may be negative, for refunds and credits.
import { administratorOnly, executiveOnly } from '../define/actor.ts'
import { computed, computedText, fullName, ref, stored } from '../define/fields.ts'
import { anyOf, fromDay, idMatches, idsFilter, onDay, untilDay } from '../define/filters.ts'
import { date, money, plainText, recordId } from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import { accountSlot, sql, sqlName } from '../io/sql.ts'
import { clientCurrency } from './currencies.ts'
import { inVisibleProject, moneyReaders, moneyWriters, seesAll } from './visibility.ts'

const hideFrom = executiveOnly

export const expense = defineResource('expense', {
  doc: 'Costs booked on a project.',
  access: {
    list: moneyReaders,
    read: moneyReaders,
    create: moneyWriters,
    update: moneyWriters,
    delete: administratorOnly,
  },
  joins: { project: 'expense.projectid', client: 'project.clientid', person: 'expense.personid' },
  visible: (viewer) => inVisibleProject(viewer, 'expense.projectid'),
  fields: {
    projectid: ref('project', { required: true }),
    personid: ref('person', {
      default: (actor) => actor.personid,
      hideFrom,
      // An Administrator may name anyone, a Manager only people of the project's team. Checked again when projectid
      // changes.
      allowedTargets: {
        dependsOn: ['projectid'],
        where: (of, viewer) =>
          seesAll(viewer)
            ? sql`1 = 1`
            : sql`exists (select 1 from projectteam member where member.accountid = ${accountSlot}
                and member.personid = person.id and member.projectid = ${of('projectid')})`,
        reason: 'is not on the project',
      },
      doc: 'Who incurred it; the person saving it unless another is named',
    }),
    date: stored(date, { required: true, doc: 'Day incurred' }),
    expense: stored(money, { required: true, hideFrom, doc: 'Internal cost' }),
    fee: stored(money, {
      required: true,
      doc: 'Amount charged to the client; equals the expense when there is no mark-up',
    }),
    note: stored(plainText(255)),
    project: computedText(sqlName('project.name')),
    clientid: computed(recordId, sqlName('project.clientid'), { target: 'client' }),
    client: computedText(sqlName('client.name')),
    person: computedText(fullName('person'), { hideFrom }),
    currency: computedText(clientCurrency, {
      nullable: false,
      extension: true,
      doc: 'Currency of its amounts, which is that of the client',
    }),
  },
  filters: {
    projectid: anyOf('projectid', 'Expenses of the projects'),
    personid: anyOf('personid', 'Added by the persons'),
    clientid: anyOf('clientid', 'Expenses of projects of the clients'),
    managerid: idsFilter(
      'Expenses of projects managed by the persons',
      ({ variant, slotName }) => sql`expense.projectid in (select link.projectid from projectmanager link
        where link.accountid = ${accountSlot} and ${idMatches(sql`link.personid`, variant, slotName)})`,
      { target: 'person' },
    ),
    datebegin: fromDay('date', 'On or after'),
    dateend: untilDay('date', 'On or before'),
    date: onDay('date', 'Exactly on that date'),
  },
  sorts: {
    id: 'id',
    projectid: 'projectid',
    date: 'date',
    expense: 'expense',
    fee: 'fee',
    note: 'note',
    personid: 'personid',
    project: 'project',
    client: 'client',
    person: 'person',
  },
  defaultSort: { field: 'date', descending: true },
})
