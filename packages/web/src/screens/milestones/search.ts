// The URL parameters of the list of milestones: filters, and the months of the timeline. Invalid values are left out.
import { type TimelineSearch, timelineParams } from '../../records/planning/timeline-params.ts'

export interface MilestonesSearch extends TimelineSearch {
  readonly view?: 'timeline'
  readonly state?: 'complete' | 'all'
  readonly project?: number
  readonly mine?: true
  readonly search?: string
}

export function parseMilestonesSearch(given: Readonly<Record<string, unknown>>): MilestonesSearch {
  const { view, state, project, mine, search } = given
  return {
    ...(view === 'timeline' ? { view } : {}),
    ...(state === 'complete' || state === 'all' ? { state } : {}),
    ...(Number.isSafeInteger(project) ? { project: Number(project) } : {}),
    ...(mine === true ? { mine } : {}),
    ...(search === undefined || search === '' ? {} : { search: String(search) }),
    ...timelineParams(given),
  }
}
