import { messages } from '../../../contract/messages.ts';

/** Six digits, with or without spaces between them. */
export const codePattern = /^(\s*\d){6}\s*$/;

/** The attributes of a field for a code from the authenticator app. */
export const codeInput = {
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
  placeholder: messages.secondFactor.codePlaceholder,
} as const;
