import { type InferType, object, string } from 'yup';
import { statementFormats } from '../entities/statement.ts';
import { messages } from '../messages.ts';
import { isDay } from '../rules/time/period.ts';

const t = messages.statements;

/** The request for a commission statement (decisions 2.13). */
export const statementForm = object({
  user_id: string().default('').required(t.personRequired),
  start_date: string().default('').test('day', t.dayInvalid, isDay),
  end_date: string()
    .default('')
    .test('day', t.dayInvalid, isDay)
    .test('order', t.endBeforeStart, (value, { parent }) => !isDay(parent.start_date) || value >= parent.start_date),
  format: string().oneOf(statementFormats).default('PDF').required(),
});
export type StatementForm = InferType<typeof statementForm>;
