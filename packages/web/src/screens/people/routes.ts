// The routes of people: the list with its filters, and one person. Each screen is loaded on its first visit.
import { createRoute } from '@tanstack/react-router'
import { plainRoute, screenRoute } from '../../frame/screen-route.ts'
import { choiceParam, idParam, paramsReader } from '../../kit/url-params.ts'
import { listParams } from '../../records/list-params.ts'

const peopleRoute = createRoute({
  ...screenRoute('/people', 'PeopleScreen', () => import('./people-screen.tsx')),
  validateSearch: paramsReader((given) => ({
    tab: choiceParam(given, 'tab', ['clients'] as const),
    ...listParams(given),
    clientid: idParam(given, 'clientid'),
  })),
})

const personRoute = plainRoute('/people/$id', 'PersonScreen', () => import('./person-screen.tsx'))

export const peopleRoutes = [peopleRoute, personRoute] as const
