// The dot in the colour of a record, such as a priority or a label. The text beside it says the same. For tones with a
// meaning use badges.

interface DotProps {
  readonly color?: string | undefined
  /** The mark of a milestone, which is there without a colour too. */
  readonly diamond?: boolean
}

/** The colour comes from the data, so anything but six hex digits shows no dot (T-32). */
export function Dot({ color = '', diamond = false }: DotProps) {
  const known = /^[0-9a-f]{6}$/i.test(color)
  if (!known && !diamond) return null
  const fill = known ? `#${color}` : 'currentColor'
  return (
    <svg width="10" height="10" aria-hidden>
      {diamond ? <path d="M5 0l5 5-5 5-5-5z" fill={fill} /> : <circle cx="5" cy="5" r="5" fill={fill} />}
    </svg>
  )
}
