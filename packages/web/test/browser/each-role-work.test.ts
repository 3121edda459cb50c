// The work as each role, on both sizes: tasks and milestones, projects with their clients and people, requests and documents. What goes
// deeper has a journey of its own.
import { documents } from './points/documents.ts'
import { milestones } from './points/milestones.ts'
import { walkPoints } from './points/points.ts'
import { projects } from './points/projects.ts'
import { requests } from './points/requests.ts'
import { tasks } from './points/tasks.ts'

walkPoints({
  'tasks found, made and changed': tasks,
  'milestones on the timeline': milestones,
  'projects, clients and people': projects,
  'requests that become tasks': requests,
  'documents and their versions': documents,
})
