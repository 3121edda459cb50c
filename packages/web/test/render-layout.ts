// A program that renders the form and the detail view of a layout to HTML without a browser: Vite loads the
// components as the build of the application does. It is a process of its own because it defines what the modules
// expect of a page. For tests of layouts; what people do with a form is tested in a browser.
import { fileURLToPath } from 'node:url'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createServer } from 'vite'

/** The module of a layout, its export there, and a record to fill the form and the detail view with. */
export interface LayoutSample {
  readonly module: string
  readonly name: string
  readonly record: Readonly<Record<string, unknown>>
  /** More properties of FormFields, such as hidden fields. */
  readonly form?: Readonly<Record<string, unknown>>
}

export interface RenderedLayout {
  readonly form: string
  readonly detail: string
}

type Component = FunctionComponent<Readonly<Record<string, unknown>>>

const session = { currency: 'EUR', timezone: 'Europe/Berlin', persontimezone: '', role: 'Administrator' }

async function renderLayout({ module, name, record, form = {} }: LayoutSample): Promise<RenderedLayout> {
  const vite = await createServer({
    configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  const { FormFields, formValues } = await vite.ssrLoadModule('/src/parts/form-fields.tsx')
  const { DetailFields } = await vite.ssrLoadModule('/src/parts/detail-fields.tsx')
  const { SessionProvider } = await vite.ssrLoadModule('/src/api/session.tsx')
  const layout: unknown = (await vite.ssrLoadModule(`/src/${module}`))[name]
  const values: Readonly<Record<string, unknown>> = formValues(layout, record)
  const field = (one: string) => ({ value: values[one], onChange: () => undefined, error: undefined })
  // Lists of records stay empty: nothing is requested while HTML is rendered.
  const client = new QueryClient()
  const html = (component: Component, props: Readonly<Record<string, unknown>>): string => {
    const page = createElement(SessionProvider, { session }, createElement(component, props))
    return renderToStaticMarkup(createElement(QueryClientProvider, { client }, page))
  }
  return {
    form: html(FormFields, { ...form, layout, form: { values, field } }),
    detail: html(DetailFields, { layout, record }),
  }
}

if (import.meta.main) {
  Object.assign(globalThis, {
    location: new URL('https://stint.test/app/'),
    addEventListener: () => undefined,
    matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
  })
  const sample = JSON.parse(process.argv[2] ?? '') as LayoutSample
  const rendered = JSON.stringify(await renderLayout(sample))
  process.stdout.write(`\n${rendered}`, () => process.exit())
}
