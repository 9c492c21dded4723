import { fromCents } from '../../../contract/rules/money.ts';
import { monthText } from '../../../contract/rules/time/dayText.ts';
import type { Value, ValueKind } from '../../domain/reports/content/index.ts';
import { figure } from '../wording.ts';

const percentText = (value: number): string => `${(value * 100).toFixed(1)}%`;

/** A value as displayed; '' if unknown. */
export const displayText = (value: Value, kind: ValueKind): string => {
  if (value === null) return '';
  if (typeof value === 'string') return kind === 'month' ? monthText(value) : value;
  if (kind === 'money') return figure(value);
  if (kind === 'percent') return percentText(value).replace('-', '−');
  return value.toLocaleString('en-US');
};

/** A value in a form that spreadsheets parse. */
export const plainText = (value: Value, kind: ValueKind): string => {
  if (value === null) return '';
  if (typeof value === 'string') return kind === 'month' ? value.slice(0, 7) : value;
  if (kind === 'money') return fromCents(value).toFixed(2);
  return kind === 'percent' ? percentText(value) : String(value);
};
