import type { PeriodMode } from '../../../contract/rules/time/period.ts';

export type PeriodBarProps = {
  /** Hides the modes, which the picker also offers. */
  compact?: boolean;
  label: string;
  mode: PeriodMode;
  canPrevious: boolean;
  onMode(mode: PeriodMode): void;
  onPrevious(): void;
  onNext(): void;
  onOpen(): void;
};

export type PeriodChoice = { label: string; selected: boolean; now: boolean; disabled: boolean };

export type PeriodPanelProps = {
  mode: PeriodMode;
  year: number;
  canYearBack: boolean;
  canYearForward: boolean;
  months: readonly ({ month: number } & PeriodChoice)[];
  quarters: readonly ({ quarter: number } & PeriodChoice)[];
  years: readonly { year: number; selected: boolean; now: boolean }[];
  /** YYYY-MM-DD or ''. */
  start: string;
  end: string;
  error: string | null;
  canApply: boolean;
  onMode(mode: PeriodMode): void;
  onToday(): void;
  onYearBack(): void;
  onYearForward(): void;
  onMonth(month: number): void;
  onQuarter(quarter: number): void;
  onYear(year: number): void;
  onStart(day: string): void;
  onEnd(day: string): void;
  onApply(): void;
  onClose(): void;
};
