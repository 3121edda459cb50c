// The values of URL parameters: the statuses of the list of invoices, and the tabs of an invoice.

/** The statuses of the API, and `draft` for outstanding invoices that are not issued. */
export const invoiceStatuses = ['draft', 'outstanding', 'overdue', 'paid', 'void'] as const
export const invoiceTabs = ['invoice', 'pdf', 'history'] as const
