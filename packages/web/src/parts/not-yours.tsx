// What stands where a person has no business: nothing is
// asked of the server that it would refuse.
import { useWords } from '../words/words.ts'
import { Empty, Page } from './page.tsx'

export function NotYours({ title }: { readonly title: string }) {
  const words = useWords().parts
  return (
    <Page title={title}>
      <Empty title={words.notThere} />
    </Page>
  )
}
