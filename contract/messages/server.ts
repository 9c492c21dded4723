// What the server says of itself, on any call.
export const server = {
  stopping: 'The server is about to restart. Try again in a moment.',
  wrongMethod: 'This address does not take this method. The Allow header lists those it takes.',
  hiddenCharacter: '{field} contains an invisible character. Type it instead of pasting it.',
  thisText: 'This text',
} as const;
