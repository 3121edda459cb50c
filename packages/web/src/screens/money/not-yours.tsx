// What stands where a person has no business: nothing is
// asked of the server that it would refuse.
import { Empty, Page } from '../../parts/page.tsx'
import { useWords } from '../../words/words.ts'

export function NotYours({ title }: { readonly title: string }) {
  const words = useWords().parts
  return (
    <Page title={title}>
      <Empty title={words.notThere} />
    </Page>
  )
}
