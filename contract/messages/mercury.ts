// Mercury: the connection form (spec 5.06, 8.09).
export const mercury = {
  nameRequired: 'Please enter a name for this integration',
  nameLong: 'The name must be at most 100 characters',
  name: 'Name',
  addTitle: 'Add Mercury Integration',
  reconnectTitle: 'Reconnect Mercury',
  token: 'API token',
  tokenHint: 'Usually 90 characters or more, beginning with "secret-token:". Read Only rights are enough.',
  organization: 'Organization',
  accounts: 'Accounts',
  tokenRequired: 'Please enter a Mercury Bank API token',
  tokenPrefix: 'A Mercury token starts with "secret-token:". Copy all of it, with that prefix.',
  webhookSecret: 'webhook_secret must be a text of 16 to 200 characters, as Mercury shows it.',
  tokenInvalid: 'This is not a Mercury token. Copy it again from Mercury, without spaces.',
} as const;
