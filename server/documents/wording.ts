import { plain } from '../../contract/rules/commission/explain/wording.ts';
import type { Cents } from '../../contract/rules/money.ts';
import { dayText, monthText } from '../../contract/rules/time/dayText.ts';
import type { StatementContent } from '../domain/statements/statementContent.ts';

/** Figures of a column, a real minus before what is taken. */
export const figure = (cents: Cents): string => (cents < 0 ? `−${plain(-cents)}` : plain(cents));

type Draft = Pick<StatementContent, 'openMonths' | 'earlierOpen'>;

/** decisions 2.13: DRAFT while the period is open, or an earlier month that its opening balance is made of; '' where all are closed. */
export const draftText = ({ openMonths, earlierOpen }: Draft): string => {
  const [first, ...rest] = openMonths;
  if (first !== undefined) {
    const last = rest.at(-1);
    const months = last === undefined ? `${monthText(first)} is` : `${monthText(first)} to ${monthText(last)} are`;
    return `DRAFT: ${months} not closed yet, so these amounts can still change.`;
  }
  const earlier = earlierOpen[0];
  if (earlier === undefined) return '';
  const months =
    earlierOpen.length === 1 ? `${monthText(earlier)} is` : `${earlierOpen.length} earlier months, the first ${monthText(earlier)}, are`;
  return `DRAFT: ${months} not closed yet, so the opening balance can still change.`;
};

/** What a payment or a rename after the closing may change, and the hash leaves out. */
export const asOfText = ({ writtenOn }: Pick<StatementContent, 'writtenOn'>): string =>
  `The hash covers every amount and what it is made of. Names, statuses and what is due now are as of ${dayText(writtenOn)} and not part of it.`;

/** A name in a place of one line. */
export const shortened = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text);
