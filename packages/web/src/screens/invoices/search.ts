// What the addresses of this area may say in words: how
// invoices stand, and the tabs of one.

/** The words of the server's filter, and drafts: what is owed and was not issued yet. */
export const invoiceStatuses = ['draft', 'outstanding', 'overdue', 'paid', 'void'] as const
export const invoiceTabs = ['invoice', 'pdf', 'history'] as const
