// Salesforce as the CRM that owns deals.
export const salesforce = {
  setup:
    'Create an External Client App in Salesforce with the scopes api and refresh_token, add the redirect address below to it, and set SALESFORCE_CLIENT_ID, SALESFORCE_CLIENT_SECRET and PUBLIC_URL.',
  pipeline: 'Opportunities',
  // {name} is the connection's.
  noApi: '{name} has no API access: its edition does not include it, or the person who signed in lacks the permission "API Enabled".',
  noField:
    '{name}: the person who signed in cannot see everything that is read. Give read access to Opportunity, its fields, and Account Name.',
} as const;
