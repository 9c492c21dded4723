// Stripe: the connection form and its refusals.
export const stripe = {
  addTitle: 'Add Stripe Integration',
  againTitle: 'Reconnect Stripe',
  name: 'Name',
  key: 'Restricted key',
  keyHint:
    'Begins with "rk_live_" or "rk_test_". Read rights are enough: Account, Customers, Invoices, Credit notes, Charges and refunds, Disputes, Events.',
  keyRequired: 'Please enter a Stripe restricted key',
  keySecret: 'This is a secret key, which may do everything. Create a restricted key with read rights and enter that.',
  keyInvalid: 'This is not a restricted key. It begins with "rk_live_" or "rk_test_".',
  webhookSecret: 'webhook_secret must begin with "whsec_", as Stripe shows it.',
  account: 'Account',
  mode: 'Mode',
  live: 'Live',
  test: 'Test',
  missingPermission: '{name}: the key lacks the permission {permission}. Add it to the key in Stripe, then choose Test.',
} as const;
