import { type InferType, object, string } from 'yup';
import { statementFormats } from '../entities/statement.ts';
import { messages } from '../messages.ts';
import { isDay } from '../rules/time/period.ts';

const text = messages.statements;

/** The request for a commission statement (decisions 2.13). */
export const statementForm = object({
  user_id: string().default('').required(text.personRequired),
  start_date: string().default('').test('day', text.dayInvalid, isDay),
  end_date: string()
    .default('')
    .test('day', text.dayInvalid, isDay)
    .test('order', text.endBeforeStart, (value, { parent }) => !isDay(parent.start_date) || value >= parent.start_date),
  format: string().oneOf(statementFormats).default('PDF').required(),
});
export type StatementForm = InferType<typeof statementForm>;
