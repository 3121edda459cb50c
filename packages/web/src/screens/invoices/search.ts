// The values of URL parameters: the statuses of the lists of invoices and estimates, and the tabs of their pages.

/** The statuses of the API, and `draft` for outstanding invoices that are not issued. */
export const invoiceStatuses = ['draft', 'outstanding', 'overdue', 'paid', 'void'] as const
export const invoiceTabs = ['invoice', 'pdf', 'history'] as const

/** The states of the API; `sent` without those that are expired, which are a choice of their own. */
export const estimateStates = ['draft', 'sent', 'expired', 'accepted', 'declined'] as const
export const estimateTabs = ['estimate', 'pdf', 'history'] as const
