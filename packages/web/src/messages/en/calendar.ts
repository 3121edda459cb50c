// The texts of the calendar link in the profile.
export const en = {
  title: 'Calendar link',
  about:
    'Subscribe to your open tasks with a due date and to your milestones in a calendar app. Anyone who has the link can read them. Keep it like a password.',
  none: 'No calendar link',
  created: (when: string) => `Created ${when}`,
  create: 'Create link',
  replace: 'Replace link',
  replaceText: 'You get a new link. The old one stops working at once.',
  once: 'Copy this link now. You won’t see it again.',
  copy: 'Copy link',
  copied: 'Link copied',
  done: 'Done',
  how: 'Add a calendar from a URL in your calendar app and paste the link. Most apps update it every few hours.',
  revoke: 'Revoke link',
  revokeTitle: 'Revoke the calendar link?',
  revokeText: 'Calendar apps that use it stop showing your tasks and milestones.',
  revoked: 'Calendar link revoked',
}
