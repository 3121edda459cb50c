// The dot of a record that has a colour of its own: a priority, a label. The word beside it says the same.
// It is no mark of a meaning; those are badges.

/** A dot of a colour that comes from the data; anything but six hex digits shows none (T-32). */
export function Dot({ color }: { readonly color?: string | undefined }) {
  if (color === undefined || !/^[0-9a-f]{6}$/i.test(color)) return null
  return (
    <svg width="10" height="10" aria-hidden>
      <circle cx="5" cy="5" r="5" fill={`#${color}`} />
    </svg>
  )
}
