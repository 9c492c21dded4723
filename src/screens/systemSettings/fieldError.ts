import { fill, messages } from '../../../contract/messages.ts';
import type { LineError } from '../../shared/plans/lineErrors.ts';

const t = messages.planEditor.errors;
type Place = Readonly<{ errors: readonly LineError[]; path: string }>;

/** The message of the first error at the field's path, or null. */
export const fieldError = ({ errors, path }: Place): string | null => {
  const firstError = errors.find((error) => error.path === path);
  return firstError ? fill(t.field, { message: firstError.message }) : null;
};

/** The error of a percentage field, with bounds in percent. `more`: the percentage it must exceed. */
export const percentError = (field: Place, typed: string, max: number, more: string | null = null): string | null => {
  const error = fieldError(field);
  if (error === null || typed === '') return error;
  const value = Number(typed);
  if (value < 0 || value > max) return fill(t.field, { message: fill(t.percentRange, { min: 0, max }) });
  if (more !== null && value <= Number(more)) return fill(t.field, { message: fill(t.tierOrder, { before: more }) });
  return error;
};
