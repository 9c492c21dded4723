import { fill, messages } from '../../../contract/messages.ts';
import type { LineError } from '../../shared/plans/lineErrors.ts';

const t = messages.planEditor.errors;
type Place = Readonly<{ errors: readonly LineError[]; path: string }>;

/** The message of the first error at the field's path, or null. */
export const fieldError = ({ errors, path }: Place): string | null => {
  const firstError = errors.find((error) => error.path === path);
  return firstError ? fill(t.field, { message: firstError.message }) : null;
};
