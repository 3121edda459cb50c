// Copies a text to the clipboard and says so in a toast. The text itself is never in the toast: it may be a password.
import { showError, showToast } from './toast.tsx'

export const copyText = (text: string, done: string): void =>
  void navigator.clipboard.writeText(text).then(() => showToast(done), showError)
