// Every resource and endpoint of the API, by name. The one place that lists them; the engine and the printers get it as an
// argument and know none of them.
import type { Endpoint } from '../define/endpoint.ts'
import type { Resource } from '../define/resource.ts'
import { client } from './client.ts'
import { contactdescriptor, contacttype, group, module, projectlabel, worktype } from './lists.ts'
import { milestone } from './milestone.ts'
import { meResource, person } from './person.ts'
import { personcontact } from './personcontact.ts'
import { project } from './project.ts'
import { projectmodule } from './projectmodule.ts'
import { projectteam } from './projectteam.ts'
import { projectworktype } from './projectworktype.ts'
import { quota } from './quota.ts'
import { task } from './task.ts'
import { taskpriority } from './taskpriority.ts'
import { taskstatus } from './taskstatus.ts'

export const resources: ReadonlyMap<string, Resource> = new Map(
  [
    client,
    contactdescriptor,
    contacttype,
    group,
    meResource,
    milestone,
    module,
    person,
    personcontact,
    project,
    projectlabel,
    projectmodule,
    projectworktype,
    task,
    taskpriority,
    taskstatus,
    worktype,
  ].map((resource) => [resource.name, resource]),
)

export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  [projectteam, quota].map((endpoint) => [endpoint.name, endpoint]),
)
