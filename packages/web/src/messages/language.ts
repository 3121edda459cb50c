// Which language's words are shown. Each area hands over its catalogues, so that its words are loaded with its
// screens; English is what there is so far, and another language is one more object of the same shape.

export const messagesHook =
  <W>({ en }: { readonly en: W }) =>
  (): W =>
    en
