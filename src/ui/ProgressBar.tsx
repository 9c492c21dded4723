import { formatPercent } from './format.ts';

export type ProgressBarProps = {
  label: string;
  /** A fraction; over 1 the bar is full and the text still tells the truth. */
  value: number;
  severity?: 'primary' | 'success' | 'warning' | 'danger';
  /** What is read instead of the percentage. */
  text?: string;
};

/** How far something is, also for those who hear it. */
export function ProgressBar({ label, value, severity = 'primary', text = formatPercent(value) }: ProgressBarProps) {
  const filled = Math.min(1, Math.max(0, value));
  return (
    <div
      className="p-progressbar"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(filled * 100)}
      aria-valuetext={text}
    >
      <div className={`p-progressbar-value p-progressbar-${severity}`} style={{ transform: `scaleX(${filled})` }} />
    </div>
  );
}
