// Xero as an accounting system.
export const xero = {
  setup:
    'Create a web app at developer.xero.com, add the redirect address below to it, and set XERO_CLIENT_ID, XERO_CLIENT_SECRET and PUBLIC_URL.',
  notRead: 'Bank transactions, manual journals, quotes, bills and repeating invoices are not read.',
  oneOrganization: 'Choose one organization in Xero. Connect any others separately.',
  // {name} is the connection's.
  disconnected: '{name} was disconnected from this app in Xero. Choose Reconnect; imported data stays.',
  missingScopes: '{name} was connected without permission to read sales. Choose Reconnect and allow everything that Xero lists.',
} as const;
