// What the address says about the list of milestones: what narrows it, and which months the timeline shows. What does
// not fit is left out.

export interface MilestonesSearch {
  readonly view?: 'timeline'
  readonly state?: 'complete' | 'all'
  readonly project?: number
  readonly mine?: true
  readonly search?: string
  /** How many months the timeline has. */
  readonly months?: 3 | 12
  /** The month it begins with, counted from this one. */
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
