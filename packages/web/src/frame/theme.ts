// The colour scheme: light, dark or that of the system. Stored in this browser and applied as an attribute of the page.
export type Theme = 'system' | 'light' | 'dark'

const storageKey = 'stint-theme'

export function readTheme(): Theme {
  const stored = localStorage.getItem(storageKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function applyTheme(theme: Theme = readTheme()): void {
  if (theme === 'system') {
    localStorage.removeItem(storageKey)
    delete document.documentElement.dataset.theme
    return
  }
  localStorage.setItem(storageKey, theme)
  document.documentElement.dataset.theme = theme
}
