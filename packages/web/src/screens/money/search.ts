// What the addresses of this area may say in words: how
// invoices stand, and the tabs of one.

/** The words of the server's filter. */
export const standings = ['outstanding', 'overdue', 'paid', 'void'] as const
export const invoiceTabs = ['invoice', 'pdf', 'history'] as const
