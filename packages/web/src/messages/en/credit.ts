// The texts of credit notes in English.

export const en = {
  create: 'Create credit note',
  title: (number: string) => `Create a credit note for invoice ${number}?`,
  text: 'You get a draft with the lines of the invoice as negative amounts. Reduce or remove lines to credit only a part. The invoice changes when you issue the credit note.',
  releaseTime: 'Release hours and expenses',
  releaseTimeHint:
    'When the whole invoice is credited, its hours and expenses can be billed again. This cannot be undone.',
  created: 'Credit note created. Review it, then issue it.',
  creditNote: 'Credit note',
  issueTitle: (number: string) => `Issue credit note ${number}?`,
  issueText: 'After that its lines and amounts are final. To correct a mistake, void the credit note.',
  ofInvoice: 'Credit note for invoice',
  creditedBy: 'Credit notes:',
  draft: (number: string) => `${number} (draft)`,
  isVoid: (number: string) => `${number} (void)`,
  credited: 'Credited',
} as const
