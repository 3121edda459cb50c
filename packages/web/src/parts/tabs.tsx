// Tabs of a page. The caller keeps the open tab in the URL. Only the open tab is rendered.
import { type ReactNode, useEffect, useRef } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'
import { useRoomy } from './narrow.ts'
import styles from './tabs.module.css'

export interface TabSpec {
  readonly id: string
  readonly name: string
  readonly content: () => ReactNode
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly TabSpec[]
  readonly open: string
  readonly onOpen: (id: string) => void
  /** On a desktop: beside the title of the page, for lists, or in a column of their own, if there are many. */
  readonly place?: 'head' | 'side'
}

function scrollToTab(row: HTMLElement | null, id: string): void {
  const tab = row?.querySelector(`[data-key="${CSS.escape(id)}"]`)
  if (row === null || tab == null) return
  const [all, one] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (one.right > all.right) row.scrollLeft += one.right - all.right
  if (one.left < all.left) row.scrollLeft -= all.left - one.left
}

export function Tabs({ label, tabs, open: asked, onOpen, place }: TabsProps) {
  // The URL may name a tab that does not exist.
  const open = tabs.some(({ id }) => id === asked) ? asked : (tabs[0]?.id ?? '')
  const list = useRef<HTMLDivElement>(null)
  // On a narrow page the open tab may be hidden, so the tab bar is scrolled to it, but not the page.
  useEffect(() => {
    const frame = requestAnimationFrame(() => scrollToTab(list.current, open))
    return () => cancelAnimationFrame(frame)
  }, [open])
  const isColumn = useRoomy() && place === 'side'
  return (
    <AriaTabs
      selectedKey={open}
      onSelectionChange={(key) => onOpen(String(key))}
      className={styles.tabs ?? ''}
      orientation={isColumn ? 'vertical' : 'horizontal'}
      data-place={place}
    >
      <TabList ref={list} aria-label={label} className={styles.list ?? ''}>
        {tabs.map(({ id, name }) => (
          <Tab key={id} id={id} className={styles.tab ?? ''}>
            {name}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className={styles.panel ?? ''}>
          {id === open && content()}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
