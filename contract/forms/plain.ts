import { fill, messages } from '../messages.ts';
import { isPlainText } from '../rules/text.ts';

/** A yup test for plain text; its message refers to the field by `name`. */
export const plainTextTest = (name: string) => ({
  name: 'plain',
  message: fill(messages.server.hiddenCharacter, { field: name }),
  test: (input: string | null | undefined): boolean => !input || isPlainText(input),
});
