// What the server says of itself, on any call.
export const server = {
  stopping: 'The server is about to restart. Try again in a moment.',
} as const;
