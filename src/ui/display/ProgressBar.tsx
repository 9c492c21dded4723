import { ProgressBar as PrimeProgressBar } from 'primereact/progressbar';
import { formatPercent } from './format.ts';

export type ProgressBarProps = {
  label: string;
  /** A fraction; above 1 the bar is full, and the text shows the real value. */
  value: number;
  severity?: 'primary' | 'success' | 'warning' | 'danger';
  /** Read aloud instead of the percentage. */
  text?: string;
};

/** PrimeReact's progress bar with an accessible name, which it lacks by default. */
export function ProgressBar({ label, value, severity = 'primary', text = formatPercent(value) }: ProgressBarProps) {
  const fillRatio = Math.min(1, Math.max(0, value));
  return (
    <PrimeProgressBar
      className={`p-progressbar-${severity}`}
      value={Math.round(fillRatio * 100)}
      showValue={false}
      aria-label={label}
      aria-valuetext={text}
    />
  );
}
