// The frame that the first script shows as soon as it is known who is signed in, before the application is loaded. The
// build writes it into the page for all roles (first-frame-html.ts); here it is reduced to one person. It cannot be
// used, and is removed when the real frame is there.

/** What is needed of a session. */
export interface FirstFramePerson {
  readonly role: string
  readonly firstname: string
  readonly company: string
  readonly approvesweeks: boolean
  readonly firststeps: boolean
}

const frameId = 'first-frame'

/** Pages that have no frame, also for people who are signed in. */
const withoutFrame = /^\/app\/(?:password|invoice|estimate)$/

function isFor(part: Element, { role, approvesweeks }: FirstFramePerson): boolean {
  const names = part.getAttribute('data-for')?.split(' ') ?? []
  return names.includes(role) || (approvesweeks && names.includes('approver'))
}

export function showFirstFrame(person: FirstFramePerson): void {
  const template = document.querySelector('template')
  const frame = template?.content.firstElementChild?.cloneNode(true)
  if (!(frame instanceof HTMLElement) || withoutFrame.test(location.pathname)) return
  for (const part of frame.querySelectorAll('[data-for]')) if (!isFor(part, person)) part.remove()
  if (location.pathname !== '/app/') frame.querySelector('[data-home]')?.remove()
  if (person.firststeps) frame.querySelector('[data-cards]')?.remove()
  for (const text of frame.querySelectorAll('[data-text]')) {
    const name = text.getAttribute('data-text') === 'company' ? person.company : person.firstname
    text.textContent = (text.textContent ?? '').replace('{name}', () => name)
  }
  frame.id = frameId
  document.body.append(frame)
}

export const removeFirstFrame = (): void => document.getElementById(frameId)?.remove()
