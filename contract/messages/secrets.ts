// Encrypted secrets, and the error without an encryption key.
export const secrets = {
  noKey: 'This server has no encryption key, so it cannot store passwords or tokens: set ENCRYPTION_KEY.',
  unreadable: 'This secret was encrypted with another encryption key: enter it again, or start the server with that key.',
} as const;
