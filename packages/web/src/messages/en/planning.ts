// The texts of the calendar of tasks and of the timeline of a project in English.
import { plural } from './plural.ts'

export const en = {
  spans: { month: 'Month', week: 'Week' },
  span: 'Range',
  previous: { month: 'Previous month', week: 'Previous week' },
  next: { month: 'Next month', week: 'Next week' },
  today: 'Today',
  weekOf: (day: string) => `Week of ${day}`,
  showTime: 'Show time',
  logged: (hours: string) => `${hours} h`,
  loggedOn: (hours: string) => `${hours} hours logged`,
  milestone: 'Milestone',
  task: 'Task',
  /** The name of an item for screen readers. */
  item: (kind: string, title: string, dates: string) => `${kind}: ${title}, ${dates}`,
  kindOf: (kind: string) => `${kind}:`,
  done: (dates: string) => `${dates}, completed`,
  due: (day: string) => `due ${day}`,
  more: (count: number) => `+${count} more`,
  moreOn: (count: number, day: string) => `${count} more on ${day}`,
  keys: 'Alt and the arrow keys move the selected item. Enter opens it.',
  moveDay: 'Move item by a day or a week',
  moved: (title: string, day: string) => `“${title}” moved to ${day}`,
  resized: (title: string, from: string, to: string) => `“${title}” is now from ${from} to ${to}`,
  notMoved: (title: string, why: string) => `“${title}” was not moved. ${why}`,
  changedMeanwhile: 'Someone else changed its dates. They are now up to date.',
  undated: (count: number) =>
    plural(count, { one: '{n} task without a due date', other: '{n} tasks without a due date' }),
  partly: (shown: number, all: number) =>
    `The first ${shown} of ${all} tasks are shown. Add a filter to see the others.`,
  noneTitle: 'Nothing is due',
  none: {
    month: 'Nothing is due this month. Go to another month, or give a task a due date.',
    week: 'Nothing is due this week. Go to another week, or give a task a due date.',
  },
  noneFiltered: 'No matching tasks or milestones in this range. Remove a filter, or go to another range.',
  noneForClient: 'Nothing is due in this range. Go to another one to see what is planned.',
  months: (count: number) => plural(count, { one: '{n} month', other: '{n} months' }),
  earlier: 'Earlier',
  later: 'Later',
  timeline: {
    label: (project: string) => `Timeline of ${project}`,
    milestones: 'Milestones',
    tasks: 'Tasks',
    closedToo: 'Include closed',
    keys: 'Alt and the left and right arrow keys move the selected bar. With Shift they change its end.',
    moveKey: 'Move bar by a day; with Shift, change its end',
    none: 'Nothing is planned in this range',
    noneText: 'Tasks with a due date and milestones are shown here. Go to another range, or create a task.',
    noneForClient: 'Tasks with a due date and milestones are shown here. Go to another range to see what is planned.',
  },
}
