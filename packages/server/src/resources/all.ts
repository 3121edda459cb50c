// Every resource and endpoint of the API, by name. The only list of them: the engine and the serializers get it as an
// argument and name none of them. The reports are listed in reports/all.ts.
import type { Endpoint } from '../define/endpoint.ts'
import type { Resource } from '../define/resource.ts'
import { client } from './client.ts'
import { company } from './company.ts'
import { document } from './document.ts'
import { documentversion } from './documentversion.ts'
import { expense } from './expense.ts'
import { invoice } from './invoice.ts'
import { invoiceitem } from './invoiceitem.ts'
import { invoicenote } from './invoicenote.ts'
import { invoiceterm } from './invoiceterm.ts'
import { contactdescriptor, contacttype, group, module, paymenttype, projectlabel, worktype } from './lookup-lists.ts'
import { milestone } from './milestone.ts'
import { milestonenote } from './milestonenote.ts'
import { payment } from './payment.ts'
import { meResource, person } from './person.ts'
import { personcontact } from './personcontact.ts'
import { project } from './project.ts'
import { projectmodule } from './projectmodule.ts'
import { projectnote } from './projectnote.ts'
import { projectteam } from './projectteam.ts'
import { projectworktype } from './projectworktype.ts'
import { quota } from './quota.ts'
import { request } from './request.ts'
import { task } from './task.ts'
import { tasklistfilter } from './tasklistfilter.ts'
import { tasknote } from './tasknote.ts'
import { taskpriority } from './taskpriority.ts'
import { taskstatus } from './taskstatus.ts'
import { time } from './time.ts'
import { timer } from './timer.ts'
import { timesheet, timesheethistory } from './timesheet.ts'

export const resources: ReadonlyMap<string, Resource> = new Map(
  [
    client,
    company,
    contactdescriptor,
    contacttype,
    document,
    documentversion,
    expense,
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
    projectworktype,
    request,
    task,
    tasklistfilter,
    tasknote,
    taskpriority,
    taskstatus,
    time,
    timer,
    timesheet,
    timesheethistory,
    worktype,
  ].map((resource) => [resource.name, resource]),
)

export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  [projectteam, quota].map((endpoint) => [endpoint.name, endpoint]),
)
