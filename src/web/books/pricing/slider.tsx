import { type CSSProperties, type ReactNode, useId } from 'react'
import { Button } from '#web/platform/ui/button.tsx'
import { Icon } from '#web/platform/ui/icon.tsx'
import './slider.css'

type SliderProps = {
  label: string
  /** The value as text: '12 users'. */
  valueText: string
  /** Labels of the two buttons. */
  fewer: string
  more: string
  value: number
  min: number
  max: number
  marks?: readonly number[]
  onChange: (value: number) => void
}

/** A native range input, with buttons for single steps, and marks below that can be clicked. */
export function Slider(props: SliderProps) {
  const { label, valueText, fewer, more, value, min, max, marks = [], onChange } = props
  const id = useId()
  const share = (at: number) => (at - min) / (max - min)
  return (
    <div>
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        <output htmlFor={id} className="text-xl font-semibold tracking-tight even-digits">
          {valueText}
        </output>
      </div>
      <div className="mt-2 flex items-center gap-2">
        <Step label={fewer} disabled={value <= min} onClick={() => onChange(value - 1)}>
          <Icon outline="M5 12h14" />
        </Step>
        <div className="relative flex-1">
          <input
            id={id}
            type="range"
            className="slider"
            style={{ '--share': share(value) } as CSSProperties}
            min={min}
            max={max}
            value={value}
            aria-valuetext={valueText}
            onChange={(event) => onChange(event.target.valueAsNumber)}
          />
        </div>
        <Step label={more} disabled={value >= max} onClick={() => onChange(value + 1)}>
          <Icon outline="M5 12h14M12 5v14" />
        </Step>
      </div>
      <div className="relative mx-[3.375rem] mt-1 h-6" aria-hidden>
        {marks.map((mark) => (
          <button
            key={mark}
            type="button"
            tabIndex={-1}
            className="num slider-mark"
            style={{ left: `${share(mark) * 100}%` }}
            onClick={() => onChange(mark)}
          >
            {mark}
          </button>
        ))}
      </div>
    </div>
  )
}

type StepProps = {
  label: string
  disabled: boolean
  onClick: () => void
  children: ReactNode
}

function Step({ label, disabled, onClick, children }: StepProps) {
  return (
    <Button variant="quiet" size="icon" aria-label={label} disabled={disabled} onClick={onClick}>
      {children}
    </Button>
  )
}
