// The work as each role, on both sizes: tasks and milestones, projects with their clients and people, requests and documents. What goes
// deeper has a journey of its own.
import { documents } from './roles/documents.ts'
import { milestones } from './roles/milestones.ts'
import { projects } from './roles/projects.ts'
import { requests } from './roles/requests.ts'
import { runRoleTests } from './roles/run-role-tests.ts'
import { tasks } from './roles/tasks.ts'

runRoleTests({
  'tasks found, made and changed': tasks,
  'milestones on the timeline': milestones,
  'projects, clients and people': projects,
  'requests that become tasks': requests,
  'documents and their versions': documents,
})
