import { ProgressBar as PrimeProgressBar } from 'primereact/progressbar';
import { formatPercent } from './format.ts';

export type ProgressBarProps = {
  label: string;
  /** A fraction; over 1 the bar is full and the text still tells the truth. */
  value: number;
  severity?: 'primary' | 'success' | 'warning' | 'danger';
  /** What is read instead of the percentage. */
  text?: string;
};

/** How far something is, also for those who hear it: as shipped PrimeReact's bar has no name. */
export function ProgressBar({ label, value, severity = 'primary', text = formatPercent(value) }: ProgressBarProps) {
  const filled = Math.min(1, Math.max(0, value));
  return (
    <PrimeProgressBar
      className={`p-progressbar-${severity}`}
      value={Math.round(filled * 100)}
      showValue={false}
      aria-label={label}
      aria-valuetext={text}
    />
  );
}
