// The dot in the colour of a record, such as a priority or a label. The text beside it says the same. For tones with a
// meaning use badges.

/** The colour comes from the data, so anything but six hex digits shows no dot (T-32). */
export function Dot({ color }: { readonly color?: string | undefined }) {
  if (color === undefined || !/^[0-9a-f]{6}$/i.test(color)) return null
  return (
    <svg width="10" height="10" aria-hidden>
      <circle cx="5" cy="5" r="5" fill={`#${color}`} />
    </svg>
  )
}
