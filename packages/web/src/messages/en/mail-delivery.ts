// The texts about what became of the email with an invoice or estimate, in English.

export const en = {
  sending: (to: string) => `Sending to ${to}…`,
  waiting: (to: string, reason: string) => `Not delivered to ${to} yet: ${reason}.`,
  nextAttempt: (when: string) => `Next attempt: ${when}.`,
  tryingNow: 'Trying again now.',
  noMailServer: (to: string) => `Not sent to ${to} yet, because email is not set up.`,
  failed: (reason: string) => `Not delivered: ${reason}. Stint has stopped trying.`,
  accepted: 'The mail server accepted it.',
  sendAgain: 'Send again',
} as const
