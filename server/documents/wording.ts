import { plain } from '../../contract/rules/explain/wording.ts';
import type { Cents } from '../../contract/rules/money.ts';

const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const at = (date: string): Date => new Date(`${date}T00:00:00Z`);

export const monthText = (date: string): string => month.format(at(date));
/** Figures of a column, a real minus before what is taken. */
export const figure = (cents: Cents): string => (cents < 0 ? `−${plain(-cents)}` : plain(cents));

/** decisions 2: DRAFT while the period is open. */
export const draftText = (openMonths: readonly string[]): string => {
  const [first, ...rest] = openMonths;
  if (first === undefined) return '';
  const last = rest.at(-1);
  const months = last === undefined ? `${monthText(first)} is` : `${monthText(first)} to ${monthText(last)} are`;
  return `DRAFT: ${months} not closed yet, so these amounts can still change.`;
};
