// English texts of the links with which people choose a password: asking for one, using one, creating one for others.

export const en = {
  request: {
    title: 'Reset password',
    text: 'Enter your email address. We send you a link to choose a new password.',
    email: 'Email',
    send: 'Send link',
    back: 'Back to sign in',
    sent: 'If the address belongs to a person, we sent a link. It works for one hour. Check your spam folder too.',
  },
  choose: {
    invite: (company: string) => `Welcome to ${company}`,
    inviteText: (name: string) => `Hello ${name}, choose a password to sign in.`,
    reset: 'Choose a new password',
    resetText: (company: string) => `For your account at ${company}. You are signed out everywhere else.`,
    username: 'Username',
    password: 'New password',
    passwordHint: '8 to 256 characters.',
    set: 'Set password',
    void: 'This link no longer works',
    voidText: 'It was already used, has expired, or was replaced by a newer one. Ask an Administrator for a new link.',
    goToSignIn: 'Go to sign in',
  },
  create: {
    sendInvitation: 'Send invitation again',
    copyInvitation: 'Copy invitation link',
    sendReset: 'Send reset link',
    copyReset: 'Copy reset link',
    sent: (address: string) => `Email sent to ${address}`,
    title: { invite: 'Invitation link', reset: 'Reset link' },
    text: {
      invite: 'Share this link with them securely. It works once, for 7 days. Earlier invitation links no longer work.',
      reset: 'Share this link with them securely. It works once, for one hour. Earlier reset links no longer work.',
    },
    mailed: (address: string) => `We sent an invitation to ${address}. You can also share the link yourself.`,
    copy: 'Copy link',
    copied: 'Link copied',
    done: 'Done',
    inviteByMail: {
      label: 'Send an invitation',
      hint: 'They get an email with a link and choose their own password.',
    },
    inviteByLink: {
      label: 'Invite with a link',
      hint: 'This server sends no links by email. Copy the link after saving and share it with them.',
    },
  },
}
