// The texts of passkeys: at sign-in, in the profile, and where a person confirms who they are.
export const en = {
  title: 'Passkeys',
  about:
    'Sign in without a password: with your fingerprint, face or PIN on this device or your phone, or with a security key.',
  offText: 'Passkeys can’t be added, because people sign in with single sign-on or this address doesn’t support them.',
  none: 'No passkeys yet',
  add: 'Add passkey',
  added: 'Passkey added',
  addText: 'Your browser asks where to keep the passkey.',
  addFirstText:
    'Your browser asks where to keep the passkey. From then on, your password alone is no longer enough to sign in, and you’ll be signed out everywhere else.',
  name: 'Name',
  nameHint: 'So that you recognize it, such as Work laptop or YubiKey.',
  created: (when: string) => `Added ${when}`,
  lastUsed: (when: string) => `Last used ${when}`,
  neverUsed: 'Never used',
  remove: 'Remove',
  removeLabel: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: 'You won’t be able to sign in with it. Delete it on the device that keeps it, too.',
  removeLast: 'It’s your only second factor: two-factor sign-in turns off and your recovery codes stop working.',
  removeRequired:
    'It’s your only second factor, and your company requires one. You’ll be signed out and set one up again when you sign in.',
  removed: 'Passkey removed',
  signIn: 'Sign in with a passkey',
  step: {
    title: 'Use your passkey',
    text: 'Your browser asks you to unlock it.',
    submit: 'Use passkey',
    code: 'Enter a code instead',
  },
  setUp: {
    instead: 'Use a passkey instead',
    app: 'Use an authenticator app instead',
    title: 'Add a passkey',
    text: 'Your company requires two-factor sign-in. A passkey counts as both factors.',
  },
  confirm: 'Confirm with a passkey',
  confirmed: 'Confirmed with your passkey.',
  or: 'Or enter your password and a code.',
  notUsed: 'No passkey was used. Try again, or choose another way.',
  exists: 'This device already has a passkey for your account.',
}
