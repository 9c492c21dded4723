import { fill, messages } from '../../../../contract/messages.ts';
import { dayText } from '../../../../contract/rules/time/dayText.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { FactOrigin } from '../../../db/repositories/commissions/arrival.ts';

const t = messages.sources;

/** A row's origin as readable text: the file or connection and its number there, else who entered it and when. */
export const sourceOf = ({ entered_by, connection, run, external_id }: FactOrigin, day: Day): string => {
  const number = external_id === null ? '' : fill(t.number, { number: external_id });
  if (run !== null) return fill(t.run, { run, number });
  if (connection !== null) return fill(t.connection, { connection, number });
  return fill(entered_by === null ? t.entered : t.enteredBy, { who: entered_by ?? '', day: dayText(day) });
};

/** The source of manually entered facts. */
export const manualSourceOf = (entered_by: string | null, day: Day): string =>
  sourceOf({ entered_by, connection: null, run: null, external_id: null }, day);
