// Tabs of a page. Which one is open belongs into the address, so the caller holds it; only the open one is there at all.
import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'
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
}

export function Tabs({ label, tabs, open, onOpen }: TabsProps) {
  return (
    <AriaTabs selectedKey={open} onSelectionChange={(key) => onOpen(String(key))} className={styles.tabs ?? ''}>
      <TabList aria-label={label} className={styles.list ?? ''}>
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
