import './period.css';
import type { ReactNode } from 'react';
import { messages } from '../../../contract/messages.ts';
import { Button } from '../Button.tsx';
import { angleLeft, angleRight } from '../display/icons.ts';
import { Field } from '../form/Field.tsx';
import { Input } from '../form/Input.tsx';
import { PeriodModes } from './PeriodModes.tsx';
import type { PeriodPanelProps } from './types.ts';

const t = messages.period;

function PeriodOption({
  selected,
  now,
  disabled,
  onClick,
  children,
}: {
  selected: boolean;
  /** True if the option contains today. */
  now: boolean;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Button
      severity="secondary"
      className={[selected && 'p-highlight', now && 'period-now'].filter(Boolean).join(' ') || undefined}
      aria-pressed={selected}
      aria-current={now ? 'date' : undefined}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

function YearArrows({ year, canYearBack, canYearForward, onYearBack, onYearForward }: PeriodPanelProps) {
  return (
    <div className="period-year">
      <Button severity="secondary" icon={angleLeft} aria-label={t.yearBack} disabled={!canYearBack} onClick={onYearBack} />
      <strong className="figure" role="status">
        {year}
      </strong>
      <Button severity="secondary" icon={angleRight} aria-label={t.yearForward} disabled={!canYearForward} onClick={onYearForward} />
    </div>
  );
}

function CustomRange({ start, end, error, onStart, onEnd }: PeriodPanelProps) {
  return (
    <div className="period-range">
      <Field label={t.start}>
        {(controlProps) => <Input {...controlProps} type="date" value={start} onChange={(event) => onStart(event.target.value)} />}
      </Field>
      <Field label={t.end} error={error}>
        {(controlProps) => <Input {...controlProps} type="date" value={end} onChange={(event) => onEnd(event.target.value)} />}
      </Field>
    </div>
  );
}

/** The picker's content, which depends on the mode; Enter applies it (spec 2.40). */
export default function PeriodPanel(props: PeriodPanelProps) {
  const { mode, months, quarters, years } = props;
  return (
    <form
      className="period-panel"
      onSubmit={(event) => {
        event.preventDefault();
        if (props.canApply) props.onApply();
      }}
    >
      <PeriodModes mode={mode} onMode={props.onMode} />
      <div className="period-choices">
        {(mode === 'month' || mode === 'quarter') && <YearArrows {...props} />}
        {mode === 'month' && (
          <div className="period-grid">
            {months.map(({ month, label, selected, now, disabled }) => (
              <PeriodOption key={month} selected={selected} now={now} disabled={disabled} onClick={() => props.onMonth(month)}>
                {label}
              </PeriodOption>
            ))}
          </div>
        )}
        {mode === 'quarter' && (
          <div className="period-grid period-quarters">
            {quarters.map(({ quarter, label, selected, now, disabled }) => (
              <PeriodOption key={quarter} selected={selected} now={now} disabled={disabled} onClick={() => props.onQuarter(quarter)}>
                {label}
              </PeriodOption>
            ))}
          </div>
        )}
        {mode === 'year' && (
          <div className="period-grid">
            {years.map(({ year, selected, now }) => (
              <PeriodOption key={year} selected={selected} now={now} onClick={() => props.onYear(year)}>
                {year}
              </PeriodOption>
            ))}
          </div>
        )}
        {mode === 'custom' && <CustomRange {...props} />}
      </div>
      <div className="period-actions">
        <Button severity="secondary" onClick={props.onToday}>
          {t.today}
        </Button>
        <Button severity="text" className="period-cancel" onClick={props.onClose}>
          {messages.cancel}
        </Button>
        <Button type="submit" disabled={!props.canApply}>
          {t.apply}
        </Button>
      </div>
    </form>
  );
}
