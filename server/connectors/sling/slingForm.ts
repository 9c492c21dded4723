import { messages } from '../../../contract/messages.ts';
import { type Day, isDay } from '../../../contract/rules/time/period.ts';
import { type ConnectionInput, throwFormProblem } from '../../domain/connections/connector.ts';

const t = messages.sling;
const MAX_NAME_CHARS = 100;

/** `org_id` and `user_id` are filled in by the sign-in. */
export type SlingSettings = Readonly<{ email: string; start_date: Day; end_date: Day; org_id?: string; user_id?: string }>;

const trimText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const dayOf = (value: unknown): Day | null => {
  const day = trimText(value).slice(0, 10);
  return isDay(day) ? day : null;
};

/** spec 5.08, 7.33. @throws Problem 400 with a message per field */
export const readSlingForm = (form: Readonly<Record<string, unknown>>): ConnectionInput => {
  const [name, email] = [trimText(form.name), trimText(form.email)];
  const password = typeof form.password === 'string' ? form.password : '';
  const [start, end] = [dayOf(form.start_date), dayOf(form.end_date)];
  const errors: Record<string, string> = {};
  if (name === '' || name.length > MAX_NAME_CHARS) errors.name = t.nameRequired;
  if (!/^\S+@\S+$/.test(email)) errors.email = t.emailRequired;
  if (password === '') errors.password = t.passwordRequired;
  if (start === null || end === null) errors.start_date = t.datesRequired;
  else if (end < start) errors.end_date = t.dateOrder;
  if (Object.keys(errors).length > 0) return throwFormProblem(errors);
  return { name, settings: { email, start_date: start, end_date: end }, secrets: { password } };
};
