// Chooses the language of the texts. Each area passes its own catalogues, so that its texts are loaded with its
// screens. There is only English so far; another language is one more object of the same type.

export const messagesHook =
  <W>({ en }: { readonly en: W }) =>
  (): W =>
    en
