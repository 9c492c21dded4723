import { type AnyObjectSchema, ValidationError } from 'yup';
import { formProblem } from './problem.ts';

/** The first message of each field, in the order of the form. */
export const firstErrors = ({ inner }: ValidationError): Readonly<Record<string, string>> => {
  const errors: Record<string, string> = {};
  for (const { path, message } of inner) if (path && !(path in errors)) errors[path] = message;
  return errors;
};

/**
 * Validates a body with a form from contract/forms, so that server and form show the same messages.
 * @throws Problem 422 with the first message, and one per field
 */
export const checkForm = async (form: Pick<AnyObjectSchema, 'validate'>, body: Readonly<Record<string, unknown>>): Promise<void> => {
  try {
    await form.validate(body, { abortEarly: false, strict: false });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw formProblem(firstErrors(error));
  }
};
