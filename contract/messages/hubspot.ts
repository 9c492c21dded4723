// HubSpot as the CRM with the deals.
export const hubspot = {
  addTitle: 'Add HubSpot Integration',
  againTitle: 'Reconnect HubSpot',
  hint: 'Create a service key in HubSpot with the scopes {scopes}. Deals are read, never changed.',
  fields: { name: 'Name', key: 'Service key' },
  notConnected: 'This server does not connect to HubSpot. Nothing you enter here is saved or sent.',
  nameRequired: 'Please enter a name for this integration',
  keyRequired: 'Please enter a HubSpot service key',
  keyInvalid: 'This is not a service key. It begins with "pat-".',
  // The vendor's refusals. {name} is the connection's.
  keyRefused: '{name}: HubSpot does not accept this service key. Create a new one and connect again.',
  keyMalformed: '{name}: HubSpot cannot read this service key. Copy it again, all of it.',
  missingScopes: '{name}: the service key lacks the scope {scopes}. Add it to the key in HubSpot.',
} as const;

export const dealReasons = {
  deal_currency: { text: '{deal} is in {currency}. Amounts in other currencies are not converted.' },
} as const;
