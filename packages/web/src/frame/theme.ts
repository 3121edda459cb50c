// Light, dark, or as the system wishes: kept in this browser, shown by an attribute of the page.
export type Theme = 'system' | 'light' | 'dark'

const place = 'stint-theme'

export function themeOf(): Theme {
  const kept = localStorage.getItem(place)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

export function showTheme(theme: Theme = themeOf()): void {
  if (theme === 'system') {
    localStorage.removeItem(place)
    delete document.documentElement.dataset.theme
    return
  }
  localStorage.setItem(place, theme)
  document.documentElement.dataset.theme = theme
}
