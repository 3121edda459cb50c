// Every resource and endpoint of the API, by name. The only list of them: the engine and the serializers get it as an
// argument and name none of them. The reports are listed in reports/all.ts.
import type { Endpoint } from '../define/endpoint.ts'
import type { Resource } from '../define/resource.ts'
import { withMentions } from '../mail/mentions.ts'
import { client } from './client.ts'
import { company } from './company.ts'
import { document } from './document.ts'
import { documentversion } from './documentversion.ts'
import { estimate } from './estimate.ts'
import { estimateitem } from './estimateitem.ts'
import { estimatemail } from './estimatemail.ts'
import { eventResource, historyOf } from './event.ts'
import { expense } from './expense.ts'
import { invoice } from './invoice.ts'
import { invoiceitem } from './invoiceitem.ts'
import { invoicemail } from './invoicemail.ts'
import { invoicenote } from './invoicenote.ts'
import { invoiceterm } from './invoiceterm.ts'
import {
  contactdescriptor,
  contacttype,
  expensecategory,
  group,
  module,
  paymenttype,
  projectlabel,
  worktype,
} from './lookup-lists.ts'
import { milestone } from './milestone.ts'
import { milestonenote } from './milestonenote.ts'
import { notification } from './notification.ts'
import { payment } from './payment.ts'
import { meResource, person } from './person.ts'
import { personcontact } from './personcontact.ts'
import { project } from './project.ts'
import { projectmodule } from './projectmodule.ts'
import { projectnote } from './projectnote.ts'
import { projectrate } from './projectrate.ts'
import { projectteam } from './projectteam.ts'
import { projectworktype } from './projectworktype.ts'
import { quota } from './quota.ts'
import { recurringinvoice } from './recurringinvoice.ts'
import { recurringinvoiceitem } from './recurringinvoiceitem.ts'
import { recurringperiod } from './recurringperiod.ts'
import { request } from './request.ts'
import { requestnote } from './requestnote.ts'
import { savedreport } from './savedreport.ts'
import { task } from './task.ts'
import { taskitem } from './taskitem.ts'
import { tasklistfilter } from './tasklistfilter.ts'
import { tasknote } from './tasknote.ts'
import { taskpriority } from './taskpriority.ts'
import { taskstatus } from './taskstatus.ts'
import { time } from './time.ts'
import { timer } from './timer.ts'
import { timesheet, timesheethistory } from './timesheet.ts'
import { webhookResource } from './webhook.ts'
import { webhookdelivery } from './webhookdelivery.ts'

const records: readonly Resource[] = [
  client,
  company,
  contactdescriptor,
  contacttype,
  document,
  documentversion,
  estimate,
  estimateitem,
  expense,
  expensecategory,
  group,
  invoice,
  invoiceitem,
  invoicenote,
  invoiceterm,
  meResource,
  milestone,
  milestonenote,
  module,
  payment,
  paymenttype,
  person,
  personcontact,
  project,
  projectlabel,
  projectmodule,
  projectnote,
  projectrate,
  projectworktype,
  recurringinvoice,
  recurringinvoiceitem,
  recurringperiod,
  request,
  requestnote,
  savedreport,
  task,
  taskitem,
  tasklistfilter,
  tasknote,
  taskpriority,
  taskstatus,
  time,
  timer,
  timesheet,
  timesheethistory,
  worktype,
]

const recorded = [...records, webhookResource(records)]

/** The caller's own view of a person is no record of its own. */
const withHistory = (resource: Resource): Resource =>
  resource.name === meResource.name || resource.access.read === undefined
    ? resource
    : { ...resource, subLists: { ...resource.subLists, event: historyOf(resource) } }

export const resources: ReadonlyMap<string, Resource> = new Map(
  [...recorded.map(withMentions).map(withHistory), webhookdelivery, eventResource(recorded), notification].map(
    (resource) => [resource.name, resource],
  ),
)

export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  [estimatemail, invoicemail, projectteam, quota].map((endpoint) => [endpoint.name, endpoint]),
)
