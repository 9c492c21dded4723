import { type AnyObjectSchema, ValidationError } from 'yup';
import { refusedForm } from './problem.ts';

/**
 * Validates a body with a form from contract/forms, so that server and form show the same messages.
 * @throws Problem 422 with the first message, and one per field
 */
export const checkForm = async (form: AnyObjectSchema, body: Readonly<Record<string, unknown>>): Promise<void> => {
  try {
    await form.validate(body, { abortEarly: false, strict: false });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const errors: Record<string, string> = {};
    for (const { path, message } of error.inner) if (path && !(path in errors)) errors[path] = message;
    throw refusedForm(errors);
  }
};
