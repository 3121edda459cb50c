// Writes the first frame into the page when it is built: the sidebar, the top bar and the headings of Home for all
// roles, with the texts and class names of the application. Each part says which roles it is for; the first script
// (src/frame/first-frame.ts) removes the others and fills in the names.
import { groupOfRole, roleSets } from './src/api/facts.ts'
import { may, type Role } from './src/api/permissions.ts'
import { navigationItems } from './src/frame/navigation.ts'
import { frame as frameTexts } from './src/messages/en/frame.ts'
import { en as timeTexts } from './src/messages/en/time.ts'

/** The class name of a CSS module, such as `classOf('frame/shell', 'side')`. */
export type ClassOf = (file: string, name: string) => string

const roles = Object.keys(groupOfRole) as Role[]

/** Those who approve weeks have any role. */
type Reader = Role | 'approver'

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const readersOf = ({ forRole }: (typeof navigationItems)[number]): readonly Reader[] => {
  const all = roles.filter((role) => forRole(role, { approvesweeks: false }))
  return all.length === 0 ? ['approver'] : all
}

const forReaders = (readers: readonly Reader[]): string => `data-for="${readers.join(' ')}"`

/** An icon is drawn by the application; here is its place. */
const iconPlace = (size: number): string => `<svg width="${size}" height="${size}"></svg>`

function sidebarHtml(classOf: ClassOf, markUrl: string): string {
  const style = (name: string): string => `class="${classOf('frame/shell', name)}"`
  const groups = Object.entries(frameTexts.groups).map(([group, title]) => {
    const items = navigationItems.filter((item) => item.group === group)
    const readers = [...new Set(items.flatMap(readersOf))]
    const entries = items.map((item) => {
      const open = item.to === '/' ? ' data-open data-home' : ''
      const text = `${iconPlace(17)}<span>${escapeText(frameTexts.places[item.name])}</span>`
      return `<li ${forReaders(readersOf(item))}><div ${style('place')}${open}>${text}</div></li>`
    })
    return `<div ${style('group')} ${forReaders(readers)}>${escapeText(title)}</div><ul>${entries.join('')}</ul>`
  })
  const company = `<img src="${markUrl}" alt="" width="26" height="26"><span data-text="company">{name}</span>`
  return `<div ${style('side')}><div ${style('brand')}>${company}</div><div ${style('nav')}>${groups.join('')}</div></div>`
}

function homeHtml(classOf: ClassOf): string {
  const page = (name: string): string => `class="${classOf('parts/page', name)}"`
  const home = (name: string): string => `class="${classOf('screens/home/home', name)}"`
  const { staff } = roleSets
  const card = (title: string, readers: readonly Reader[]): string =>
    `<div ${page('card')} ${forReaders(readers)}><div ${page('sectionHead')}><h2>${escapeText(title)}</h2></div>` +
    `<div ${page('loading')}><span></span><span></span><span></span></div></div>`
  const left = [
    card(timeTexts.myTasks, staff),
    card(
      timeTexts.nearBudgets,
      staff.filter((role) => may(role, 'budget', 'report')),
    ),
  ]
  const right = [
    card(timeTexts.rightNow, staff),
    card(timeTexts.hoursThisWeek, staff),
    card(timeTexts.weeksToApprove, ['approver']),
    card(
      timeTexts.requestsWaiting,
      staff.filter((role) => may(role, 'request', 'accept')),
    ),
  ]
  const heading = `<h1 ${home('greeting')} data-text="firstname">${escapeText(timeTexts.hello('{name}'))}</h1>`
  const titles = `<div ${page('titles')}><div ${page('above')}>&nbsp;</div><div ${page('titleRow')}>${heading}</div></div>`
  const columns = [left, right].map((cards) => `<div ${home('column')}>${cards.join('')}</div>`)
  return `<div ${page('page')}><div ${page('head')}>${titles}</div><div ${home('day')} data-cards>${columns.join('')}</div></div>`
}

export function firstFrameHtml(classOf: ClassOf, markUrl: string): string {
  const style = (...names: string[]): string => names.map((name) => classOf('frame/shell', name)).join(' ')
  const search = `${iconPlace(15)}<span>${escapeText(frameTexts.search)}</span><kbd>Ctrl K</kbd>`
  return (
    `<template><div class="${style('shell')} ${classOf('frame/boot-frame', 'first')}" inert aria-hidden="true">` +
    `${sidebarHtml(classOf, markUrl)}<div class="${style('bar')}"><div class="${style('find')}">${search}</div></div>` +
    `<div class="${style('main')}" data-home>${homeHtml(classOf)}</div><div class="${style('bottom')}"></div></div></template>`
  )
}
