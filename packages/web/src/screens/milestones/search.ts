// The URL parameters of the list of milestones: filters, and the months of the timeline. Invalid values are left out.

export interface MilestonesSearch {
  readonly view?: 'timeline'
  readonly state?: 'complete' | 'all'
  readonly project?: number
  readonly mine?: true
  readonly search?: string
  /** The number of months in the timeline. */
  readonly months?: 3 | 12
  /** The first month of the timeline, relative to the current month. */
  readonly from?: number
}

export function parseMilestonesSearch(given: Readonly<Record<string, unknown>>): MilestonesSearch {
  const { view, state, project, mine, search, months, from } = given
  return {
    ...(view === 'timeline' ? { view } : {}),
    ...(state === 'complete' || state === 'all' ? { state } : {}),
    ...(Number.isSafeInteger(project) ? { project: Number(project) } : {}),
    ...(mine === true ? { mine } : {}),
    ...(search === undefined || search === '' ? {} : { search: String(search) }),
    ...(months === 3 || months === 12 ? { months } : {}),
    ...(Number.isSafeInteger(from) ? { from: Number(from) } : {}),
  }
}
