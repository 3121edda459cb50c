// What is saved of a report: parameters that the server takes, and a relative period by its name, so that it means
// other days on another day.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SavedreportRecord } from '@stint/sdk'
import { isoDate } from '@stint/sdk'
import { reports } from '../../server/src/reports/all.ts'
import { spans } from '../../server/src/resources/savedreport.ts'
import { spanNames } from '../src/kit/spans.ts'
import type { ReportSearch } from '../src/screens/reports/saved-query.ts'
import {
  parametersOf,
  reportOfTab,
  searchOfSaved,
  tabOfReport,
  toSavedQuery,
} from '../src/screens/reports/saved-query.ts'
import { reportNames } from '../src/screens/reports/search.ts'

const today = isoDate('2026-05-14')

/** A record with what is saved; the rest does not matter. */
const recordOf = (tab: (typeof reportNames)[number], search: ReportSearch): SavedreportRecord =>
  ({ id: 1, title: 'Saved', ...toSavedQuery(tab, search, today) }) as SavedreportRecord

test('every report has a tab, and the server takes every parameter that is saved of it', () => {
  assert.deepEqual(reportNames.map(reportOfTab).sort(), [...reports.keys()].filter((name) => name !== 'search').sort())
  for (const tab of reportNames) {
    const known = Object.keys(reports.get(reportOfTab(tab))?.parameters ?? {})
    for (const name of parametersOf[tab]) assert.ok(known.includes(name), `${tab} ${name}`)
    assert.equal(tabOfReport(reportOfTab(tab)), tab)
  }
  assert.equal(tabOfReport('search'), undefined)
  assert.deepEqual([...spanNames], [...spans])
})

test('a relative period is saved by its name and opens with the days of that day', () => {
  const may = { datebegin: isoDate('2026-05-01'), dateend: isoDate('2026-05-31') }
  const saved = recordOf('time', { groupby: 'person', ...may })
  assert.deepEqual([saved.params, saved.span], ['groupby=person', 'thisMonth'])
  assert.deepEqual(searchOfSaved(saved, today), { tab: 'time', groupby: 'person', ...may })
  assert.deepEqual(searchOfSaved(saved, isoDate('2026-12-03')), {
    ...{ tab: 'time', groupby: 'person' },
    ...{ datebegin: '2026-12-01', dateend: '2026-12-31' },
  })
  assert.deepEqual(searchOfSaved(recordOf('time', { alltime: true }), today), { tab: 'time', alltime: true })
})

test('other days, ids and choices come back as they were', () => {
  const search: ReportSearch = {
    ...{ groupby: 'worktype', clientid: 3, projectid: 4, personid: 5, billable: 'no', compare: true },
    ...{ datebegin: isoDate('2026-02-03'), dateend: isoDate('2026-02-09') },
  }
  const saved = recordOf('time', search)
  assert.equal(
    saved.params,
    'groupby=worktype&clientid=3&projectid=4&personid=5&billable=f&datebegin=2026-02-03&dateend=2026-02-09',
  )
  assert.equal(saved.span, '')
  assert.deepEqual(searchOfSaved(saved, isoDate('2027-01-01')), { tab: 'time', ...search })
  assert.deepEqual(searchOfSaved(recordOf('budget', { inactive: true }), today), { tab: 'budget', inactive: true })
})

test('what a report does not have is not saved', () => {
  const saved = recordOf('receivables', { groupby: 'person', personid: 5, clientid: 3, datebegin: today })
  assert.deepEqual([saved.report, saved.params, saved.span], ['receivables', 'clientid=3', ''])
})
