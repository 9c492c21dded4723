import './period.css';
import { fill, messages } from '../../../contract/messages.ts';
import { Button } from '../Button.tsx';
import { angleLeft, angleRight, calendar } from '../display/icons.ts';
import { PeriodModes } from './PeriodModes.tsx';
import type { PeriodBarProps } from './types.ts';

/** spec 2.40: mode, arrows, and a button with the period's label, which opens the picker. */
export function PeriodBar({ compact = false, label, mode, canPrevious, onMode, onPrevious, onNext, onOpen }: PeriodBarProps) {
  return (
    <div className="period-bar no-print">
      {!compact && <PeriodModes mode={mode} onMode={onMode} />}
      <div className="period-step">
        <Button
          severity="secondary"
          icon={angleLeft}
          aria-label={messages.period.previous}
          unavailable={!canPrevious}
          onClick={onPrevious}
        />
        <Button
          severity="secondary"
          className="period-label figure"
          icon={calendar}
          aria-label={fill(messages.period.pick, { label })}
          aria-haspopup="dialog"
          onClick={onOpen}
        >
          {label}
        </Button>
        <Button severity="secondary" icon={angleRight} aria-label={messages.period.next} onClick={onNext} />
      </div>
    </div>
  );
}
