// Buttons: a strong one for the main action of a screen, plain ones beside it, quiet ones in rows and toolbars. A
// button with only an icon must have a label, which is its accessible name and its tooltip.
import type { ComponentType, ReactNode } from 'react'
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  type PressEvent,
  Tooltip,
  TooltipTrigger,
} from 'react-aria-components'
import styles from './button.module.css'

export type Icon = ComponentType<{ size?: number; 'aria-hidden'?: boolean }>

type Look = 'strong' | 'plain' | 'quiet' | 'danger'

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  readonly look?: Look
  readonly small?: boolean
  readonly icon?: Icon
  /** While busy, the button shows progress and cannot be pressed. */
  readonly busy?: boolean
  readonly children: ReactNode
}

export function Button({ look = 'plain', small = false, icon: Picture, busy = false, children, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} isPending={busy} className={styles.button ?? ''} data-look={look} data-small={small}>
      {Picture !== undefined && <Picture size={small ? 14 : 16} aria-hidden />}
      <span>{children}</span>
    </AriaButton>
  )
}

interface IconButtonProps {
  readonly icon: Icon
  readonly label: string
  readonly onPress?: (event: PressEvent) => void
  readonly look?: Look
  readonly isDisabled?: boolean
  readonly busy?: boolean
  /** The slot of the surrounding React Aria component that the button belongs to. */
  readonly slot?: string
}

export function IconButton({ icon: Picture, label, look = 'quiet', busy = false, ...rest }: IconButtonProps) {
  return (
    <TooltipTrigger delay={500}>
      <AriaButton {...rest} isPending={busy} aria-label={label} className={styles.icon ?? ''} data-look={look}>
        <Picture size={17} aria-hidden />
      </AriaButton>
      <Tooltip className={styles.tip ?? ''} offset={6}>
        {label}
      </Tooltip>
    </TooltipTrigger>
  )
}
