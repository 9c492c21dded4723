// What the server says of itself, on any call.
export const server = {
  stopping: 'The server is about to restart. Try again in a moment.',
  wrongMethod: 'This address is not called with this method. The Allow header lists those that it takes.',
  hiddenCharacter: '{field} holds a character that cannot be seen. Type it again instead of pasting it.',
  thisText: 'This text',
} as const;
